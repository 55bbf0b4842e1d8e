/** A company of 1,000 members, 50 teams, 200 collections five deep and 5,000 spaces, for what permissions cost. */
import { recomputePolicies } from "../server/access/recompute.ts";
import type { Database, Write } from "../server/db/database.ts";
import { hashToken } from "../server/ports/tokens.ts";

const MEMBERS = 1000;
const TEAMS = 50;
const COLLECTIONS = 200;
/** How many spaces the company has. */
export const SPACES = Number(process.env["SPACES"] ?? 5000);
/** Its organization. */
export const COMPANY = "bench-company";
/** The token of a member with the role `edit`. */
export const MEMBER_TOKEN = "bench-member-0123456789-abcdef";

async function insert(tx: Write, table: string, rows: readonly object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    await tx
      .insertInto(table as never)
      .values(rows.slice(at, at + 500) as never)
      .execute();
  }
}

/** 0, 1, 2 … */
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** The id of a member (u), team (t), collection (c) or space (s). */
export const name = (kind: string, index: number): string => `${kind}${String(index).padStart(5, "0")}`;

async function fillRows(tx: Write): Promise<void> {
  const org = {
    id: COMPANY,
    title: "Acme",
    hostname: "bench-company",
    type: "business",
    plan: "none",
    created_at: 1,
  };
  await insert(tx, "organizations", [org]);
  const person = (index: number) => ({ id: name("u", index), display_name: "P", created_at: 1 });
  const addresses = (index: number) => ({ email: name("u", index), email_folded: name("u", index) });
  await insert(
    tx,
    "users",
    numbers(MEMBERS).map((index) => ({ ...person(index), ...addresses(index) })),
  );
  const role = (index: number) => (index === 1 ? "admin" : index % 10 === 0 ? "edit" : "read");
  await insert(
    tx,
    "members",
    numbers(MEMBERS).map((index) => ({
      organization_id: COMPANY,
      user_id: name("u", index),
      role: role(index),
      joined_at: 1,
    })),
  );
  const caller = { id: "bench-member", user_id: name("u", 0), label: "bench", hash: hashToken(MEMBER_TOKEN) };
  await insert(tx, "tokens", [{ ...caller, created_at: 1 }]);
  await insert(
    tx,
    "teams",
    numbers(TEAMS).map((index) => ({
      id: name("t", index),
      organization_id: COMPANY,
      title: "T",
      title_folded: "t",
      created_at: 1,
    })),
  );
  await insert(
    tx,
    "team_members",
    numbers(MEMBERS).map((index) => ({
      team_id: name("t", index % TEAMS),
      organization_id: COMPANY,
      user_id: name("u", index),
      role: "member",
      added_at: 1,
    })),
  );
  // Forty trees of five, one in another; every tenth collection is closed.
  await insert(
    tx,
    "collections",
    numbers(COLLECTIONS).map((index) => ({
      id: name("c", index),
      organization_id: COMPANY,
      parent_id: index % 5 === 0 ? null : name("c", index - 1),
      position: name("c", index),
      title: "C",
      default_level: index % 10 === 7 ? null : "inherit",
      created_by: name("u", 1),
      created_at: 1,
      acl: "",
    })),
  );
  const addressed = [
    ...numbers(COLLECTIONS).map((index) => name("c", index)),
    ...numbers(SPACES).map((index) => name("s", index)),
  ];
  await insert(
    tx,
    "addresses",
    addressed.map((id) => ({ id, organization_id: COMPANY })),
  );
  await insert(
    tx,
    "spaces",
    numbers(SPACES).map((index) => ({
      id: name("s", index),
      organization_id: COMPANY,
      parent_id: name("c", index % COLLECTIONS),
      position: name("s", index),
      title: "S",
      edit_mode: "live",
      default_level: "inherit",
      created_by: name("u", 1),
      created_at: 1,
      updated_at: 1,
      acl: "",
      head: name("r", index),
    })),
  );
  const grant = (content: string, kind: string, grantee: string, to: string) => ({
    content_id: content,
    content_kind: kind,
    organization_id: COMPANY,
    grantee_kind: grantee.startsWith("t") ? "team" : "user",
    grantee_id: grantee,
    role: to,
    created_at: 1,
  });
  await insert(tx, "grants", [
    ...numbers(COLLECTIONS).map((index) =>
      grant(name("c", index), "collection", name("t", index % TEAMS), "review"),
    ),
    ...numbers(SPACES / 10).map((index) =>
      grant(name("s", index * 10), "space", name("u", (index * 7) % MEMBERS), "comment"),
    ),
  ]);
}

/** Makes the company, and says of each space who may see it. */
export async function fillCompany(db: Database): Promise<void> {
  await db.transact(fillRows);
  const tops = numbers(COLLECTIONS / 5).map((index) => ({
    kind: "collection" as const,
    id: name("c", index * 5),
  }));
  await db.transact((tx) => recomputePolicies(tx, COMPANY, tops, 1));
}
