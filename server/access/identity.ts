import { openBelieved } from "../memory/believed.ts";
import { Beside } from "../memory/beside.ts";
import { type Database, type Params, prepared, type Read } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { Clock } from "../ports/clock.ts";
import { wordsOf } from "../db/wordList.ts";
import { hashToken, tokenChecksumOk } from "../ports/tokens.ts";
import type { Secrets } from "../ports/secrets.ts";
import { mayBeRunToken, readRunToken, type RunGrant } from "./runToken.ts";
import { holdsFactor } from "./secondFactor.ts";
import { OWN_INSTALLATION, OWN_INTEGRATION, SITE_READER } from "./scopes.ts";
import type { Caller } from "./singleSignOn.ts";
import { mayBeSiteToken, type SiteReader, type SiteReaders } from "./siteReader.ts";

/** The installation of an integration, as a caller. */
export interface CallingInstallation {
  readonly id: string;
  readonly organization: string;
  /** How many scripts stand behind what it does; see `outbox.depth`. */
  readonly depth: number;
}

/** An integration as a whole, as a caller. */
export interface CallingIntegration {
  readonly id: string;
  readonly depth: number;
}

/** Who is calling: a user, through one of their API tokens or a session of theirs. Rights are never kept here, they are looked up. */
export interface Identity extends Caller {
  /** One of the two is there. */
  readonly tokenId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** When somebody proved who they are, for sessions; milliseconds. */
  readonly signedInAt?: number | undefined;
  /** Narrows what the token may do; undefined: everything its user may. */
  readonly scopes: readonly string[] | undefined;
  /** Set for the token of an installation: it acts with the rights of the user who set it up, within its scopes. */
  readonly installation?: CallingInstallation;
  /** Set for the script of an integration that runs for nobody's installation. It is a member of nothing. */
  readonly integration?: CallingIntegration;
  /** Set for the token of a published site. It is nobody's, and a member of nothing: what it opens asks for this. */
  readonly reader?: SiteReader;
}

interface KnownToken {
  readonly identity: Identity & { readonly tokenId: string };
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly lastUsedAt: number;
  /** Whether it is a person's who has no second factor. Installations and integrations are nobody, and asked for none. */
  readonly lacksFactor: boolean;
}

/** What one takes of memory: its scopes most of all. */
const KNOWN_BYTES = 500;
const USED_EVERY_MS = 60_000;

const tokenByHash = prepared((read, p: Params<{ hash: string }>) =>
  read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select(["tokens.id", "user_id", "scopes", "through", "expires_at", "last_used_at"])
    .select((eb) =>
      eb
        .case()
        .when(holdsFactor(eb as never))
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as("factor"),
    )
    .where("hash", "=", p("hash"))
    .where("revoked_at", "is", null)
    .where("users.disabled_at", "is", null),
);

const tokenOfInstallation = prepared((read, p: Params<{ hash: string }>) =>
  read.selectFrom("installation_tokens").selectAll().where("hash", "=", p("hash")),
);

/** An installation that is there, with who answers for it. */
const installationByKey = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.id", "installations.integration_id")
    .innerJoin("users", "users.id", "installations.owner_id")
    .select(["installations.id", "installations.organization_id", "installations.owner_id"])
    .select(["installations.scopes as granted", "integrations.scopes as asked"])
    .where("installations.organization_id", "=", p("organization"))
    .where("installations.id", "=", p("id"))
    .where("installations.deleted_at", "is", null)
    .where("users.disabled_at", "is", null),
);

const integrationById = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("integrations").select("id").where("id", "=", p("id")),
);
type TokenFound = Pick<
  Row<"tokens">,
  "id" | "user_id" | "scopes" | "through" | "expires_at" | "last_used_at"
> & { readonly factor: number };

/** Finds the user behind a token. */
export interface Identities {
  /**
   * undefined when the token is unknown, expired or revoked, or its user disabled.
   * @param stranger is called before the database is asked for a token that this process has not met; what it throws
   * refuses the caller unread
   */
  identify(token: string, stranger?: () => void): Identity | undefined | Promise<Identity | undefined>;
}

interface Sources {
  /** Of published sites. */
  readonly readers: SiteReaders;
  /** What signed the tokens of scripts. */
  readonly secrets: Pick<Secrets, "verify" | "sign">;
}

/**
 * @param report hears why the time of a token's last use could not be noted: no reason to refuse its user
 */
export function openIdentities(
  db: Database,
  clock: Clock,
  { readers, secrets }: Sources,
  report: (error: unknown) => void = () => undefined,
): Identities {
  const known = openBelieved<KnownToken>(db, "tokens", { bytesOf: KNOWN_BYTES });
  const current = ({ identity, expiresAt, lacksFactor }: KnownToken) => {
    const now = clock.now();
    if (expiresAt <= now) return undefined;
    return lacksFactor ? { ...identity, withoutFactor: now } : identity;
  };

  async function look(token: string, stranger?: () => void): Promise<Identity | undefined> {
    // Unknown strings are not kept: they would let a stranger fill the memory.
    const found = await known.read(token, async (on, before) => {
      if (before === undefined) stranger?.();
      if (mayBeRunToken(token)) return runningFrom(on, readRunToken({ secrets }, token));
      const hash = hashToken(token);
      const row = await tokenByHash.first(on, { hash });
      if (row !== undefined) return knownFrom(row);
      const installed = await tokenOfInstallation.first(on, { hash });
      return installed && actingFrom(on, installed);
    });
    const identity = found && current(found);
    if (found === undefined || identity === undefined) return undefined;
    const now = clock.now();
    if (found.lastUsedAt < now - USED_EVERY_MS) await markUsed(db, found.identity.tokenId, now).catch(report);
    return identity;
  }

  return {
    identify(token, stranger) {
      if (mayBeSiteToken(token)) {
        const reader = readers.identify(token);
        return reader instanceof Promise ? reader.then(readingAs) : readingAs(reader);
      }
      if (!tokenChecksumOk(token) && !mayBeRunToken(token)) return undefined;
      const found = known.get(token);
      return found === undefined ? look(token, stranger) : current(found);
    },
  };
}

function knownFrom(row: TokenFound): KnownToken {
  return {
    identity: {
      userId: row.user_id,
      tokenId: row.id,
      through: row.through ?? undefined,
      scopes: row.scopes === null ? undefined : (JSON.parse(row.scopes) as string[]),
    },
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    lastUsedAt: row.last_used_at ?? 0,
    lacksFactor: row.factor === 0,
  };
}

/** What a token of an installation opens: what was granted, as far as the integration still asks for it. */
async function actingFrom(
  read: Read,
  token: Pick<
    Row<"installation_tokens">,
    "id" | "organization_id" | "installation_id" | "expires_at" | "depth"
  >,
): Promise<KnownToken | undefined> {
  const { organization_id: organization, installation_id: id, depth } = token;
  const row = await installationByKey.first(read, { organization, id });
  if (row === undefined) return undefined;
  const asked = new Set(wordsOf(row.asked));
  const scopes = wordsOf(row.granted).filter((scope) => asked.has(scope));
  return temporary(token.expires_at, {
    userId: row.owner_id,
    tokenId: token.id,
    // It is its organization's, however whoever set it up signs in now.
    through: organization,
    scopes: [...scopes, OWN_INSTALLATION],
    installation: { id, organization, depth },
  });
}

/** Who a script is while it runs. */
async function runningFrom(
  read: Read,
  grant: (RunGrant & { readonly until: number }) | undefined,
): Promise<KnownToken | undefined> {
  if (grant === undefined) return undefined;
  const { integration, installation, depth, until: expires_at } = grant;
  if (installation !== undefined) {
    const { organization: organization_id, id } = installation;
    return actingFrom(read, { id, organization_id, installation_id: id, expires_at, depth });
  }
  if ((await integrationById.first(read, { id: integration })) === undefined) return undefined;
  const id = `integration ${integration}`;
  const calling = { id: integration, depth };
  return temporary(expires_at, {
    userId: id,
    tokenId: id,
    through: undefined,
    scopes: [OWN_INTEGRATION],
    integration: calling,
  });
}

/** Of what lives for an hour at most it is nobody's question when it was used last. */
function temporary(expiresAt: number, identity: KnownToken["identity"]): KnownToken {
  return { identity, expiresAt, lastUsedAt: Number.POSITIVE_INFINITY, lacksFactor: false };
}

/** Who an integration is that acts for one of its installations: as much as every installation may do with itself. */
export async function actingAs(
  read: Database["read"],
  integration: CallingIntegration,
  installation: string,
): Promise<Identity | undefined> {
  const row = await installationOf.first(read, { integration: integration.id, installation });
  if (row === undefined) return undefined;
  const { id, organization_id: organization, owner_id } = row;
  return {
    userId: owner_id,
    tokenId: id,
    through: organization,
    scopes: [OWN_INSTALLATION],
    installation: { id, organization, depth: integration.depth },
  };
}

const installationOf = prepared((read, p: Params<{ integration: string; installation: string }>) =>
  read
    .selectFrom("installations")
    .innerJoin("users", "users.id", "installations.owner_id")
    .select(["installations.id", "installations.organization_id", "installations.owner_id"])
    .where("installations.id", "=", p("installation"))
    .where("installations.integration_id", "=", p("integration"))
    .where("installations.deleted_at", "is", null)
    .where("users.disabled_at", "is", null),
);

const reading = new Beside<Identity, SiteReader>();

function readingAs(reader: SiteReader | undefined): Identity | undefined {
  return reader && reading.make(reader, identityOf);
}

function identityOf(reader: SiteReader): Identity {
  const id = `site ${reader.key}`;
  return { userId: id, tokenId: id, through: undefined, scopes: [SITE_READER], reader };
}

/** To the minute: a token that is used all the time is not written all the time. */
async function markUsed(db: Database, id: string, now: number): Promise<void> {
  await db.transact(async (tx) => {
    await tx.updateTable("tokens").set({ last_used_at: now }).where("id", "=", id).execute();
  });
}
