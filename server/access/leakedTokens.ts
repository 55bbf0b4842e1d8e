/** Tokens in texts that others will read. */
import { type Params, prepared, type Read } from "../db/database.ts";
import { hashToken, tokensIn } from "../ports/tokens.ts";

/** Tokens of one text that are looked up; nobody who writes a page has more by mistake. */
const MOST = 100;

const ofPeople = prepared((read, p: Params<{ hashes: readonly string[]; now: number }>) =>
  read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select("tokens.id")
    .where("hash", "in", p.list("hashes"))
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", p("now"))]))
    .where("users.disabled_at", "is", null)
    .limit(1),
);
const ofInstallations = prepared((read, p: Params<{ hashes: readonly string[]; now: number }>) =>
  read
    .selectFrom("installation_tokens")
    .select("id")
    .where("hash", "in", p.list("hashes"))
    .where("expires_at", ">", p("now"))
    .limit(1),
);

/** What is said of a text with one: to whoever would have written it. */
export const LEAKED =
  "holds an API token of this installation that works: whoever reads it could act as its owner. Revoke the token, or take it out.";

/**
 * Whether a text holds an API token that works here now. What only looks like one, has ended or is another
 * installation's is a text like any other. The database is asked only where something has the form of a token.
 */
export async function holdsWorkingToken(read: Read, text: string, now: number): Promise<boolean> {
  const hashes = tokensIn(text).slice(0, MOST).map(hashToken);
  if (hashes.length === 0) return false;
  if ((await ofPeople.first(read, { hashes, now })) !== undefined) return true;
  return (await ofInstallations.first(read, { hashes, now })) !== undefined;
}
