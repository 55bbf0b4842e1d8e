import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { gzipSync } from "node:zlib";
import { UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { verifyToken } from "./token.ts";

const KEY = "0f9d6f0c-2a1c-4a8e-9a57-1f1f5d6a7b8c";
const NOW = Date.UTC(2026, 0, 1);
const seconds = NOW / 1000;
const WEEK = 7 * 24 * 3600;

const encode = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const mac = (text: string, key: string | Buffer, hash = "sha256"): string =>
  createHmac(hash, key).update(text).digest("base64url");

/** A token as the owner of the key makes it, whatever it says. */
function signed(
  payload: unknown,
  header: unknown = { alg: "HS256" },
  key: string | Buffer = KEY,
  hash = "sha256",
) {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${mac(text, key, hash)}`;
}

const claims = { plan: "pro", iat: seconds, exp: seconds + 3600 };
const good = signed(claims);
const [head = "", body = "", signature = ""] = good.split(".");
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
const jwk = { kty: "oct", k: encode("attacker's own key that is long enough") };
const withHeader = (more: object) =>
  signed(claims, { alg: "HS256", ...more }, "attacker's own key that is long enough");
const rsa = (): string => {
  const text = `${encode({ alg: "RS256" })}.${encode(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(pair.privateKey).toString("base64url")}`;
};

const FORGED: Readonly<Record<string, string>> = {
  nothing: "",
  "a word": "token",
  "two parts": `${head}.${body}`,
  "four parts": `${good}.x`,
  "five parts, as encrypted tokens have": `${encode({ alg: "dir", enc: "A256GCM", zip: "DEF" })}..a.b.c`,
  "an encrypted bomb": `${encode({ alg: "dir", enc: "A128GCM", zip: "DEF" })}..${encode("iv")}.${gzipSync(Buffer.alloc(100_000)).toString("base64url")}.x`,
  "no signature": `${head}.${body}.`,
  "alg none": new UnsecuredJWT(claims).encode(),
  "alg none, signed": signed(claims, { alg: "none" }),
  "alg None": `${encode({ alg: "None" })}.${body}.`,
  "alg nOnE": `${encode({ alg: "nOnE" })}.${body}.${signature}`,
  "alg hs256": signed(claims, { alg: "hs256" }),
  "alg HS384": signed(claims, { alg: "HS384" }, KEY, "sha384"),
  "alg HS512": signed(claims, { alg: "HS512" }, KEY, "sha512"),
  "alg RS256": rsa(),
  "alg RS256 with our mac": signed(claims, { alg: "RS256" }),
  "a public key as the secret": signed(claims, { alg: "HS256" }, pem),
  "alg missing": signed(claims, {}),
  "alg empty": signed(claims, { alg: "" }),
  "alg null": signed(claims, { alg: null }),
  "alg a list": signed(claims, { alg: ["HS256"] }),
  "another key": signed(claims, { alg: "HS256" }, "another key"),
  "an empty key": signed(claims, { alg: "HS256" }, ""),
  "a key of zeros": signed(claims, { alg: "HS256" }, Buffer.alloc(32)),
  "the key decoded": signed(claims, { alg: "HS256" }, Buffer.from(KEY, "base64")),
  "the key in upper case": signed(claims, { alg: "HS256" }, KEY.toUpperCase()),
  "kid of a path": withHeader({ kid: "../../../../dev/null" }),
  "kid of SQL": withHeader({ kid: "x' UNION SELECT 'attacker" }),
  "kid of an address": withHeader({ kid: "http://169.254.169.254/" }),
  jwk: withHeader({ jwk }),
  jku: withHeader({ jku: "https://attacker.example/keys.json" }),
  x5u: withHeader({ x5u: "https://attacker.example/cert.pem" }),
  x5c: withHeader({ x5c: [pem] }),
  "crit unknown": signed(claims, { alg: "HS256", crit: ["exp"], exp: 1 }),
  "crit empty": signed(claims, { alg: "HS256", crit: [] }),
  "b64 false": signed(claims, { alg: "HS256", b64: false, crit: ["b64"] }),
  "typ of previews": signed(claims, { alg: "HS256", typ: "lectern-preview+jwt" }),
  "typ of members": signed(claims, { alg: "HS256", typ: "lectern-member+jwt" }),
  "typ at+jwt": signed(claims, { alg: "HS256", typ: "at+jwt" }),
  expired: signed({ ...claims, exp: seconds - 61 }),
  "expired long ago": signed({ exp: 1 }),
  "exp a text": signed({ exp: String(seconds + 3600) }),
  "exp null": signed({ exp: null }),
  "exp negative": signed({ exp: -1 }),
  "exp beyond numbers": signed('{"exp":"1e400"}'),
  "not yet": signed({ ...claims, nbf: seconds + 61 }),
  "nbf a text": signed({ ...claims, nbf: "soon" }),
  "iat a text": signed({ iat: "now" }),
  "iat over a week ago, no exp": signed({ iat: seconds - WEEK - 61 }),
  "iat in the future, no exp": signed({ iat: seconds + 61 }),
  "iat in the future": signed({ iat: seconds + 3600, exp: seconds + 7200 }),
  "iat far in the future": signed({ iat: 1e12 }),
  "payload a list": signed([]),
  "payload a text": signed('"claims"'),
  "payload null": signed("null"),
  "payload no JSON": signed("{plan:pro}"),
  "payload of another": `${head}.${encode({ ...claims, plan: "root" })}.${signature}`,
  "header of another": `${encode({ alg: "HS256", typ: "JWT" })}.${body}.${signature}`,
  "signature cut": `${head}.${body}.${signature.slice(0, -4)}`,
  "signature longer": `${good}AAAA`,
  "signature padded": `${good}=`,
  "attributes of cookies after it": `${good}; Path=/`,
  "a line after it": `${good}\r\nset-cookie: a=b`,
  "spaces in it": `${head}.${body}. ${signature}`,
  "an API token": "lct_000000000000000000000000000000000000",
  "too large": signed({ ...claims, more: "x".repeat(8192) }),
};

describe("verifyToken", () => {
  test.each(Object.entries(FORGED))("refuses %s", async (_, token) => {
    expect(await verifyToken(token, KEY, NOW)).toEqual({
      ok: false,
      reason: expect.stringMatching(/^The .+\.$/),
    });
  });

  test("accepts what the owner of the key signs, and knows until when", async () => {
    for (const [payload, header, expiresAt] of [
      [claims, { alg: "HS256" }, seconds + 3600],
      [claims, { alg: "HS256", typ: "JWT" }, seconds + 3600],
      [claims, { alg: "HS256", typ: "jwt", kid: "anything" }, seconds + 3600],
      // Clocks differ.
      [{ exp: seconds - 59 }, { alg: "HS256" }, seconds - 59],
      [{ exp: seconds + 5, nbf: seconds + 59 }, { alg: "HS256" }, seconds + 5],
      [{}, { alg: "HS256" }, seconds + WEEK],
      [{ iat: seconds - 3600 }, { alg: "HS256" }, seconds - 3600 + WEEK],
    ] as const) {
      const verdict = await verifyToken(signed(payload, header), KEY, NOW);
      expect(verdict).toEqual({ ok: true, claims: payload, expiresAt: expiresAt * 1000 });
    }
  });

  test("looks at the time and the key again, however often a token was good", async () => {
    const token = signed({ plan: "again", exp: seconds + 3600, nbf: seconds });
    for (let time = 0; time < 3; time++) expect((await verifyToken(token, KEY, NOW)).ok).toBe(true);
    const reason = async (key: string | undefined, at: number) => {
      const verdict = await verifyToken(token, key, NOW + at * 1000);
      return verdict.ok ? "" : verdict.reason;
    };
    expect(await reason(KEY, 3600 + 59)).toBe("");
    expect(await reason(KEY, 3600 + 60)).toBe("The token has expired.");
    expect(await reason(KEY, -60)).toBe("");
    expect(await reason(KEY, -61)).toBe("The token is not valid yet.");
    expect(await reason(`${KEY}x`, 0)).toBe("The token signature is invalid.");
    expect(await reason(undefined, 0)).toBe("The site has no key for its visitors.");
    const endless = signed({ plan: "endless", iat: seconds });
    expect((await verifyToken(endless, KEY, NOW)).ok).toBe(true);
    expect((await verifyToken(endless, KEY, NOW + (WEEK + 60) * 1000)).ok).toBe(false);
  });

  test("signs nobody in where there is no key", async () => {
    for (const key of [undefined, ""])
      expect((await verifyToken(signed(claims, undefined, ""), key, NOW)).ok).toBe(false);
  });

  test("says why, without the token", async () => {
    const reasons = await Promise.all(
      [
        "another key",
        "expired",
        "not yet",
        "alg none",
        "too large",
        "a word",
        "typ at+jwt",
        "exp a text",
      ].map(async (name) => {
        const verdict = await verifyToken(FORGED[name] ?? "", KEY, NOW);
        return verdict.ok ? "" : verdict.reason;
      }),
    );
    expect(reasons).toEqual([
      "The token signature is invalid.",
      "The token has expired.",
      "The token is not valid yet.",
      "The token is not signed with HS256.",
      "The token is longer than 8192 characters.",
      "The token is not a signed JWT.",
      "The token is of another type.",
      "The token has a time that is no number.",
    ]);
  });
});
