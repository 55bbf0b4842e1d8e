/** Sign-ins under way: begun in a browser, answered once by the provider, finished once in the same browser. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { forget } from "../../db/forget.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { hashSecret, newSecret } from "../sessions/commands.ts";
import type { AssertedPerson } from "../../access/saml/assertion.ts";
import { SamlRefused } from "../../access/saml/refused.ts";

/** How long somebody may take to sign in at their provider, in milliseconds. */
const ANSWERED_WITHIN = 15 * 60_000;
/** How long the browser may take from the answer to us, in milliseconds. */
const FINISHED_WITHIN = 2 * 60_000;
/** Old rows that a new sign-in clears away. */
const CLEARED = 50;

/** What a sign-in is begun with. Only hashes of `relay` and `browser` are kept. */
export interface BegunSignIn {
  /** What the answer has to answer. */
  readonly requestId: string;
  /** What travels beside the request and comes back: it says nothing to anybody. */
  readonly relay: string;
  /** What the browser keeps in a cookie, so that nobody else's sign-in ends in it. */
  readonly browser: string;
}

/** What names a provider. */
type ProviderKey = Pick<Row<"saml_providers">, "organization_id" | "id">;

/** What an identity provider is said to be. */
export interface ProviderClaims {
  readonly ssoURL: string;
  readonly entityID: string;
  readonly certificate: string;
}

interface Beginning {
  readonly provider: ProviderKey;
  /** The path that it leads to. */
  readonly next?: string | undefined;
  /** What is tried in place of what the provider has: the answer is told of then, and signs nobody in. */
  readonly tried?: ProviderClaims;
  readonly now: number;
}

/** New secrets. @param browser what the browser keeps from an earlier beginning, so that both can be finished */
export function newSignIn(browser?: string): BegunSignIn {
  const requestId = `_${randomBytes(20).toString("hex")}`;
  return { requestId, relay: newSecret(), browser: browser ?? newSecret() };
}

/** Begins a sign-in, and forgets some that are over. @returns when it is too late for its answer, in milliseconds */
export async function beginSignIn(
  tx: Write,
  begun: BegunSignIn,
  { provider, next, tried, now }: Beginning,
): Promise<number> {
  const isOver = sql<boolean>`expires_at <= ${now}`;
  await forget(tx, "saml_requests", ["organization_id", "relay_hash"], isOver, CLEARED);
  await forget(tx, "saml_assertions", ["organization_id", "provider_id", "assertion_id"], isOver, CLEARED);
  const expires = now + ANSWERED_WITHIN;
  await tx
    .insertInto("saml_requests")
    .values({
      organization_id: provider.organization_id,
      relay_hash: hashSecret(begun.relay),
      provider_id: provider.id,
      request_id: begun.requestId,
      browser_hash: hashSecret(begun.browser),
      next: next ?? null,
      tried: tried === undefined ? null : JSON.stringify(tried),
      created_at: now,
      expires_at: expires,
    })
    .execute();
  return expires;
}

type RequestPlace = Params<{ organization: string; relay: string; provider: string; now: number }>;

const waiting = prepared((read, p: RequestPlace) =>
  read
    .selectFrom("saml_requests")
    .select(["request_id", "tried"])
    .where("organization_id", "=", p("organization"))
    .where("relay_hash", "=", p("relay"))
    .where("provider_id", "=", p("provider"))
    .where("answered_at", "is", null)
    .where("expires_at", ">", p("now")),
);

/** A request that waits for an answer. */
interface WaitingRequest {
  readonly requestId: string;
  /** What is tried by it, if it is a test. */
  readonly tried: ProviderClaims | undefined;
}

/** The request that waits for an answer; undefined when it is unknown, answered, or too old. */
export async function waitingRequest(
  read: Read,
  { organization_id: organization, id: provider }: ProviderKey,
  relay: string,
  now: number,
): Promise<WaitingRequest | undefined> {
  const row = await waiting.first(read, { organization, relay: hashSecret(relay), provider, now });
  if (row === undefined) return undefined;
  const tried = row.tried === null ? undefined : (JSON.parse(row.tried) as ProviderClaims);
  return { requestId: row.request_id, tried };
}

/** An answer that was verified, and to which request. */
interface VerifiedAnswer {
  readonly provider: ProviderKey;
  readonly relay: string;
  /** What the provider was said to be when the answer was verified; undefined for a test, which has its own. */
  readonly believed: ProviderClaims | undefined;
  readonly now: number;
}

/**
 * Takes an answer that was verified: its request gets no other, and its assertion counts nowhere again.
 * @throws SamlRefused when either was used meanwhile, or the provider is another than it was verified by
 */
export async function takeAnswer(
  tx: Write,
  claimed: AssertedPerson,
  { provider, relay, believed, now }: VerifiedAnswer,
): Promise<void> {
  if (believed !== undefined) await refuseChanged(tx, provider, believed);
  const answered = await tx
    .updateTable("saml_requests")
    .set({
      answered_at: now,
      expires_at: now + FINISHED_WITHIN,
      name_id: claimed.nameId,
      display_name: claimed.displayName ?? null,
    })
    .where("organization_id", "=", provider.organization_id)
    .where("relay_hash", "=", hashSecret(relay))
    .where("provider_id", "=", provider.id)
    .where("answered_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (answered.numUpdatedRows === 0n) throw new SamlRefused("expired", "The request was answered already.");
  const first = await tx
    .insertInto("saml_assertions")
    .values({
      organization_id: provider.organization_id,
      provider_id: provider.id,
      assertion_id: claimed.assertionId,
      expires_at: claimed.expiresAt,
    })
    .onConflict((on) => on.columns(["organization_id", "provider_id", "assertion_id"]).doNothing())
    .returning("assertion_id")
    .executeTakeFirst();
  if (first === undefined) throw new SamlRefused("expired", "The assertion was used already.");
}

/**
 * The provider stays as it is until the end of the transaction: who changes it then ends this sign-in too, and a sign-in
 * that began while those under way were ended is caught here.
 */
async function refuseChanged(
  tx: Write,
  { organization_id, id }: ProviderKey,
  { entityID, certificate }: ProviderClaims,
): Promise<void> {
  const row = await tx
    .selectFrom("saml_providers")
    .select(["entity_id", "certificate"])
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (row?.entity_id !== entityID || row.certificate !== certificate)
    throw new SamlRefused("expired", "The provider was changed while its answer was verified.");
}

/** Somebody whom their provider has vouched for, and where they wanted to go. */
export interface VouchedPerson {
  readonly nameId: string;
  readonly displayName: string | undefined;
  readonly next: string | null;
}

/**
 * Ends a sign-in, once, in the browser that began it.
 * @throws SamlRefused when there is none that was answered, or when another browser began it
 */
export async function finishSignIn(
  tx: Write,
  sign: {
    readonly provider: ProviderKey;
    readonly relay: string;
    readonly browser: string | undefined;
    readonly now: number;
  },
): Promise<VouchedPerson> {
  const row = await tx
    .selectFrom("saml_requests")
    .selectAll()
    .where("organization_id", "=", sign.provider.organization_id)
    .where("relay_hash", "=", hashSecret(sign.relay))
    .where("provider_id", "=", sign.provider.id)
    .where("answered_at", "is not", null)
    .where("tried", "is", null)
    .where("expires_at", ">", sign.now)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.name_id === null) {
    throw new SamlRefused("expired", "This sign-in is over.");
  }
  if (sign.browser === undefined || hashSecret(sign.browser) !== row.browser_hash) {
    throw new SamlRefused("other-browser", "This sign-in was begun in another browser.");
  }
  await tx
    .deleteFrom("saml_requests")
    .where("organization_id", "=", row.organization_id)
    .where("relay_hash", "=", row.relay_hash)
    .execute();
  return { nameId: row.name_id, displayName: row.display_name ?? undefined, next: row.next };
}
