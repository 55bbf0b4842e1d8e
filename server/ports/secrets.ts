import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { StartRefused } from "./start-refused.ts";

/** Thrown by `open`: the text was not sealed by us, for this place, with a secret that we still have. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/** Everything that is derived from the installation's secret. One purpose's key tells nothing about another's. */
export interface Secrets {
  /** Names the secret in use, and tells nothing of it: 8 hexadecimal digits. */
  readonly id: string;
  /**
   * 32 bytes that only this installation knows, always the same for one purpose: first of the secret in use, which
   * makes what is new, then of former ones, which what was made before may need.
   */
  deriveKeys(purpose: string): readonly [Uint8Array, ...Uint8Array[]];
  /** Encrypts to `s1.<id>.…`. `aad` names the place where it is kept (`table|column|row id`): elsewhere it does not open. */
  seal(plain: string | Uint8Array, aad: string): string;
  /** The bytes given to `seal`. Throws SealBroken when the text, the place or the secret is not the right one. */
  open(sealed: string, aad: string): Uint8Array;
  /** A base64url HMAC-SHA-256 of `data`, good for this purpose only. */
  sign(purpose: string, data: string | Uint8Array): string;
  /** Whether `signature` is what `sign` gives, now or under an older secret. Takes the same time either way. */
  verify(purpose: string, data: string | Uint8Array, signature: string): boolean;
  /** The same for signatures of which an address carries the first `length` characters, no more and no fewer. */
  verifyStart(purpose: string, data: string, start: string, length: number): boolean;
  /** Whether `id` names the secret in use or a former one that is at hand. */
  has(id: string): boolean;
}

type Master = { id: string; key: (purpose: string) => Uint8Array };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^s1\.([0-9a-f]{8})\.([\w-]+)$/;
const LEAST_LENGTH = 32;
const LEAST_VARIETY = 8;
const SAMPLE =
  /change.?me|replace.?me|your.?secret|example|placeholder|password|0123456789|abcdefgh|my.?secret|lectern.?secret/i;

/**
 * The keys of an installation. `secret` is the one in use; `older` are former ones that still open and verify.
 * Throws StartRefused with one line when a secret is short or looks like a sample.
 */
export function openSecrets(secret: string, older: readonly string[] = []): Secrets {
  const current = master(secret, "LECTERN_SECRET");
  const former = older.map((each) => master(each, "A secret of LECTERN_FORMER_SECRETS"));
  const ring = [current, ...former];
  return {
    id: current.id,
    has: (id) => ring.some((each) => each.id === id),
    deriveKeys: (purpose) => [
      current.key(`key ${purpose}`),
      ...former.map((each) => each.key(`key ${purpose}`)),
    ],
    seal: (plain, aad) => seal(current, plain, aad),
    open: (sealed, aad) => unseal(ring, sealed, aad),
    sign: (purpose, data) => mac(current, purpose, data).toString("base64url"),
    verify: (purpose, data, signature) => verify(ring, purpose, data, signature),
    verifyStart: (purpose, data, start, length) => verifyStart(ring, purpose, data, start, length),
  };
}

/** Why `secret` must not protect anything, in words for the operator who calls it `name`; undefined when it may. */
export function secretProblem(secret: string, name = "LECTERN_SECRET"): string | undefined {
  const advice = "Use at least 32 random characters, such as the output of `openssl rand -hex 32`.";
  if (secret.length < LEAST_LENGTH) return `${name} is too short (${secret.length} characters). ${advice}`;
  if (SAMPLE.test(secret) || new Set(secret).size < LEAST_VARIETY) {
    return `${name} looks like a sample, which anybody could guess. ${advice}`;
  }
  return undefined;
}

function master(secret: string, name: string): Master {
  const problem = secretProblem(secret, name);
  if (problem !== undefined) throw new StartRefused(problem);
  const known = new Map<string, Uint8Array>();
  const key = (purpose: string): Uint8Array => {
    let derived = known.get(purpose);
    if (derived === undefined) {
      derived = new Uint8Array(hkdfSync("sha256", secret, "lectern/1", purpose, 32));
      // Purposes are constants of the program, yet a caller's mistake must not become a leak.
      if (known.size < 1000) known.set(purpose, derived);
    }
    return derived;
  };
  return { id: Buffer.from(key("key id")).toString("hex", 0, 4), key };
}

function seal(current: Master, plain: string | Uint8Array, aad: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", current.key("seal"), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(aad, "utf8"));
  const body = Buffer.concat([nonce, cipher.update(Buffer.from(plain)), cipher.final(), cipher.getAuthTag()]);
  return `s1.${current.id}.${body.toString("base64url")}`;
}

function unseal(ring: readonly Master[], sealed: string, aad: string): Uint8Array {
  const [, id, text] = SEALED.exec(sealed) ?? [];
  if (id === undefined || text === undefined) throw new SealBroken("This is not a sealed text.");
  const under = ring.find((master) => master.id === id);
  if (under === undefined) throw new SealBroken(`Sealed under a secret that is not at hand (key ${id}).`);
  const body = Buffer.from(text, "base64url");
  if (body.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken("A sealed text is cut short.");
  const nonce = body.subarray(0, NONCE_BYTES);
  const opened = createDecipheriv("aes-256-gcm", under.key("seal"), nonce, { authTagLength: TAG_BYTES });
  opened.setAAD(Buffer.from(aad, "utf8"));
  opened.setAuthTag(body.subarray(body.length - TAG_BYTES));
  try {
    return Buffer.concat([
      opened.update(body.subarray(NONCE_BYTES, body.length - TAG_BYTES)),
      opened.final(),
    ]);
  } catch {
    throw new SealBroken("A sealed text was changed, or moved from the place it was sealed for.");
  }
}

function mac(under: Master, purpose: string, data: string | Uint8Array): Buffer {
  return createHmac("sha256", under.key(`sign ${purpose}`))
    .update(data)
    .digest();
}

function verify(
  ring: readonly Master[],
  purpose: string,
  data: string | Uint8Array,
  signature: string,
): boolean {
  // Base64url of 32 bytes is 43 characters; the round trip refuses a second spelling of the same bytes.
  const given = Buffer.from(signature, "base64url");
  const canonical = given.length === 32 && given.toString("base64url") === signature;
  const compared = canonical ? given : Buffer.alloc(32);
  let found = false;
  for (const under of ring) found = timingSafeEqual(mac(under, purpose, data), compared) || found;
  return found && canonical;
}

function verifyStart(
  ring: readonly Master[],
  purpose: string,
  data: string,
  start: string,
  length: number,
): boolean {
  const given = Buffer.from(start);
  if (given.length !== length) return false;
  let found = false;
  for (const under of ring) {
    const real = Buffer.from(mac(under, purpose, data).toString("base64url").slice(0, length));
    found = timingSafeEqual(real, given) || found;
  }
  return found;
}
