/** One-time links: whoever opens one is let in, once, for a while. */
import type { Params, Read, Write } from "../../db/database.ts";
import { prepared } from "../../db/database.ts";
import { hashSecret, newSecret } from "./commands.ts";

const MINUTE = 60_000;

/** Links that somebody asked for at the door: they wait for the letter. */
export const ASKED_LINK_LIFETIME = 15 * MINUTE;
/** Links that somebody else has made for them: the command line, the first start, an invitation. */
export const GIVEN_LINK_LIFETIME = 24 * 60 * MINUTE;

interface NewSignInLink {
  readonly id: string;
  /** The user's id. */
  readonly user: string;
  /** Whether the link goes to the user's mail address and nowhere else: then using it proves the address. */
  readonly mailed: boolean;
  /** The path on the editor's origin that it leads to. */
  readonly next?: string | undefined;
  /** Milliseconds. */
  readonly lifetime: number;
  readonly now: number;
}

/** Keeps a link by its hash and gives its secret. */
export async function createSignInLink(tx: Write, link: NewSignInLink): Promise<string> {
  const secret = newSecret();
  await tx
    .insertInto("sign_in_links")
    .values({
      id: link.id,
      user_id: link.user,
      hash: hashSecret(secret),
      mailed: link.mailed ? 1 : 0,
      next: link.next ?? null,
      created_at: link.now,
      expires_at: link.now + link.lifetime,
      used_at: null,
    })
    .execute();
  return secret;
}

/** The address that a link is opened at. */
export function signInLinkUrl({ app }: { readonly app: string }, secret: string): string {
  return `${app}/sign-in/link/${secret}`;
}

/** Whom a link lets in, and where it leads. */
interface FoundLink {
  readonly user: string;
  readonly email: string;
  readonly displayName: string;
  readonly next: string | null;
}

const byHash = prepared((read, p: Params<{ hash: string; now: number }>) =>
  read
    .selectFrom("sign_in_links")
    .innerJoin("users", "users.id", "sign_in_links.user_id")
    .select(["users.id as user", "users.email", "users.display_name as displayName", "sign_in_links.next"])
    .where("hash", "=", p("hash"))
    .where("used_at", "is", null)
    .where("expires_at", ">", p("now"))
    .where("users.disabled_at", "is", null),
);

/** A link that still works; looking at it uses nothing up. */
export function findSignInLink(read: Read, secret: string, now: number): Promise<FoundLink | undefined> {
  return byHash.first(read, { hash: hashSecret(secret), now });
}

/** Uses a link up: of several at once, one gets its user. undefined when it is unknown, used or expired. */
export async function useSignInLink(
  tx: Write,
  secret: string,
  now: number,
): Promise<{ readonly user: string; readonly next: string | null } | undefined> {
  const used = await tx
    .updateTable("sign_in_links")
    .set({ used_at: now })
    .where("hash", "=", hashSecret(secret))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["user_id", "next", "mailed"])
    .executeTakeFirst();
  if (used === undefined) return undefined;
  if (used.mailed === 1) {
    await tx.updateTable("users").set({ email_verified: 1 }).where("id", "=", used.user_id).execute();
  }
  return { user: used.user_id, next: used.next };
}

/** Makes the links of a user useless that were not used yet. */
export async function voidSignInLinks(tx: Write, user: string): Promise<void> {
  await tx.deleteFrom("sign_in_links").where("user_id", "=", user).where("used_at", "is", null).execute();
}
