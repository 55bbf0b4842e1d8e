/** Tokens in texts that others will read. */
import { type Params, prepared, type Read } from "../db/database.ts";
import { hashToken, tokensIn } from "../ports/tokens.ts";

/** Tokens that are looked up together; nobody who writes a page has more by mistake. */
const MOST = 100;

const ofPeople = prepared((read, p: Params<{ hashes: readonly string[]; now: number }>) =>
  read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select("tokens.hash")
    .where("hash", "in", p.list("hashes"))
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", p("now"))]))
    .where("users.disabled_at", "is", null)
    .limit(1),
);
const ofInstallations = prepared((read, p: Params<{ hashes: readonly string[]; now: number }>) =>
  read
    .selectFrom("installation_tokens")
    .select("hash")
    .where("hash", "in", p.list("hashes"))
    .where("expires_at", ">", p("now"))
    .limit(1),
);

/** What is said of a text with one: to whoever would have written it. */
export const LEAKED =
  "holds an API token of this installation that works: whoever reads it could act as its owner. Revoke the token, or take it out.";

/**
 * One of some texts of the form of a token that is an API token which works here now. What has ended or is another
 * installation's is a text like any other. The database is asked once for all of them.
 */
export async function findWorkingToken(
  read: Read,
  tokens: Iterable<string>,
  now: number,
): Promise<string | undefined> {
  const byHash = new Map([...tokens].slice(0, MOST).map((token) => [hashToken(token), token]));
  if (byHash.size === 0) return undefined;
  const asked = { hashes: [...byHash.keys()], now };
  const found = (await ofPeople.first(read, asked)) ?? (await ofInstallations.first(read, asked));
  return found && byHash.get(found.hash);
}

/** Whether a text holds an API token that works here now. */
export async function holdsWorkingToken(read: Read, text: string, now: number): Promise<boolean> {
  return (await findWorkingToken(read, tokensIn(text), now)) !== undefined;
}
