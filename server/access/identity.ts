import { openBelieved } from "../memory/believed.ts";
import { type Database, type Params, prepared } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { Clock } from "../ports/clock.ts";
import { wordsOf } from "../db/wordList.ts";
import { hashToken, tokenChecksumOk } from "../ports/tokens.ts";
import { OWN_INSTALLATION, SITE_READER } from "./scopes.ts";
import type { Caller } from "./singleSignOn.ts";
import { mayBeSiteToken, type SiteReader, type SiteReaders } from "./siteReader.ts";

/** The installation of an integration, as a caller. */
export interface CallingInstallation {
  readonly id: string;
  readonly organization: string;
  /** How many scripts stand behind what it does; see `outbox.depth`. */
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
  /** Set for the token of a published site. It is nobody's, and a member of nothing: what it opens asks for this. */
  readonly reader?: SiteReader;
}

interface KnownToken {
  readonly identity: Identity & { readonly tokenId: string };
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly lastUsedAt: number;
}

/** What one takes of memory: its scopes most of all. */
const KNOWN_BYTES = 500;
const USED_EVERY_MS = 60_000;

const tokenByHash = prepared((read, p: Params<{ hash: string }>) =>
  read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select(["tokens.id", "user_id", "scopes", "through", "expires_at", "last_used_at"])
    .where("hash", "=", p("hash"))
    .where("revoked_at", "is", null)
    .where("users.disabled_at", "is", null),
);

const installationByHash = prepared((read, p: Params<{ hash: string }>) =>
  read
    .selectFrom("installation_tokens")
    .innerJoin("installations", (on) =>
      on
        .onRef("installations.organization_id", "=", "installation_tokens.organization_id")
        .onRef("installations.id", "=", "installation_tokens.installation_id"),
    )
    .innerJoin("integrations", "integrations.id", "installations.integration_id")
    .innerJoin("users", "users.id", "installations.owner_id")
    .select([
      "installation_tokens.id",
      "installation_tokens.installation_id",
      "installation_tokens.expires_at",
      "installation_tokens.depth",
    ])
    .select(["installations.organization_id", "installations.owner_id"])
    .select(["installations.scopes as granted", "integrations.scopes as asked"])
    .where("hash", "=", p("hash"))
    .where("installations.deleted_at", "is", null)
    .where("users.disabled_at", "is", null),
);

type InstallationFound = NonNullable<Awaited<ReturnType<typeof installationByHash.first>>>;
type TokenFound = Pick<
  Row<"tokens">,
  "id" | "user_id" | "scopes" | "through" | "expires_at" | "last_used_at"
>;

/** Finds the user behind a token. */
export interface Identities {
  /**
   * undefined when the token is unknown, expired or revoked, or its user disabled.
   * @param stranger is called before the database is asked for a token that this process has not met; what it throws
   * refuses the caller unread
   */
  identify(token: string, stranger?: () => void): Identity | undefined | Promise<Identity | undefined>;
}

/**
 * @param readers of published sites
 * @param report hears why the time of a token's last use could not be noted: no reason to refuse its user
 */
export function openIdentities(
  db: Database,
  clock: Clock,
  readers: SiteReaders,
  report: (error: unknown) => void = () => undefined,
): Identities {
  const known = openBelieved<KnownToken>(db, "tokens", { bytesOf: KNOWN_BYTES });
  const current = ({ identity, expiresAt }: KnownToken) => (expiresAt > clock.now() ? identity : undefined);

  async function look(token: string, stranger?: () => void): Promise<Identity | undefined> {
    // Unknown strings are not kept: they would let a stranger fill the memory.
    const found = await known.read(token, async (before) => {
      if (before === undefined) stranger?.();
      const hash = hashToken(token);
      const row = await tokenByHash.first(db.read, { hash });
      if (row !== undefined) return knownFrom(row);
      const installed = await installationByHash.first(db.read, { hash });
      return installed && actingFrom(installed);
    });
    const identity = found && current(found);
    if (found === undefined || identity === undefined) return undefined;
    const now = clock.now();
    if (found.lastUsedAt < now - USED_EVERY_MS) await markUsed(db, found.identity.tokenId, now).catch(report);
    return identity;
  }

  return {
    identify(token, stranger) {
      // What it stands for is asked each time, so that nothing is kept of it here.
      if (mayBeSiteToken(token)) return readers.identify(token).then((reader) => reader && readingAs(reader));
      if (!tokenChecksumOk(token)) return undefined;
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
  };
}

/** What was granted when it was installed, as far as the integration still asks for it. */
function actingFrom(row: InstallationFound): KnownToken {
  const asked = new Set(wordsOf(row.asked));
  const scopes = wordsOf(row.granted).filter((scope) => asked.has(scope));
  return {
    identity: {
      userId: row.owner_id,
      tokenId: row.id,
      // It is its organization's, however whoever set it up signs in now.
      through: row.organization_id,
      scopes: [...scopes, OWN_INSTALLATION],
      installation: { id: row.installation_id, organization: row.organization_id, depth: row.depth },
    },
    expiresAt: row.expires_at,
    // It lives for an hour: when it was used last is nobody's question.
    lastUsedAt: Number.POSITIVE_INFINITY,
  };
}

function readingAs(reader: SiteReader): Identity {
  const id = `site ${reader.key}`;
  return { userId: id, tokenId: id, through: undefined, scopes: [SITE_READER], reader };
}

/** To the minute: a token that is used all the time is not written all the time. */
async function markUsed(db: Database, id: string, now: number): Promise<void> {
  await db.transact(async (tx) => {
    await tx.updateTable("tokens").set({ last_used_at: now }).where("id", "=", id).execute();
  });
}
