/** Founding an organization: somebody makes it, and administrates it. */
import type { Static } from "typebox";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict } from "../../http/errors.ts";
import type { CreateOrganization } from "./schema.ts";

const LONGEST = 32;
/** Hostnames with a number that are tried when the one made from the title is taken. */
const NUMBERED = 20;

/** The hostnames to try for a title, best first; the last one is made of the id and free. */
export function hostnamesFor(title: string, id: string): string[] {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  const made = trim(words, LONGEST);
  const base = made.length < 3 ? trim(`org-${made}`, LONGEST) : made;
  const numbered = Array.from({ length: NUMBERED }, (_, index) => {
    const ending = `-${index + 2}`;
    return `${trim(base, LONGEST - ending.length)}${ending}`;
  });
  return [base, ...numbered, `org-${id.toLowerCase().replace(/[^a-z0-9]/g, "")}`.slice(0, LONGEST)];
}

function trim(text: string, length: number): string {
  return text.replace(/^-+/, "").slice(0, length).replace(/-+$/, "");
}

interface Foundation {
  readonly id: string;
  readonly by: string;
  readonly now: number;
  readonly body: Static<typeof CreateOrganization>;
}

/** Makes an organization under the first hostname that is free, with its maker as administrator. */
export async function foundOrganization(
  tx: Write,
  { id, by, now, body }: Foundation,
): Promise<Row<"organizations">> {
  const candidates = hostnamesFor(body.title, id);
  const taken = await tx
    .selectFrom("organizations")
    .select("hostname")
    .where("hostname", "in", candidates)
    .execute();
  const names = new Set(taken.map(({ hostname }) => hostname));
  for (const hostname of candidates.filter((candidate) => !names.has(candidate))) {
    const row = await tx
      .insertInto("organizations")
      .values({
        id,
        title: body.title,
        hostname,
        type: body.type ?? "business",
        use_case: body.useCase ?? null,
        email_domains: JSON.stringify(body.emailDomains ?? []),
        plan: "enterprise_2024",
        invite_links: 1,
        created_at: now,
      })
      .onConflict((on) => on.column("hostname").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) continue;
    await tx
      .insertInto("members")
      .values({ organization_id: id, user_id: by, role: "admin", joined_at: now })
      .execute();
    return row;
  }
  throw conflict("hostname-taken", "No free hostname was found for this title; try another title.");
}
