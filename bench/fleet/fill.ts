/** Fills an installation of the fleet bench: one organization by the program itself, the others as copies of its rows. */
import { sql } from "kysely";
import { pino } from "pino";
import { applyChanges, type Change } from "../../engine/change.ts";
import { publishHead } from "../../server/content/head.ts";
import { migrate } from "../../server/db/migrate.ts";
import type { Deps } from "../../server/deps.ts";
import { readSettings } from "../../server/env.ts";
import { prepareFirstStart } from "../../server/firstStart.ts";
import { createSite, setPublished } from "../../server/nouns/sites/commands.ts";
import { addSiteSpace } from "../../server/nouns/sites/structure/siteSpaces.ts";
import { createSpace } from "../../server/nouns/spaces/commands.ts";
import { openInstallation } from "../../server/open.ts";
import { hashToken } from "../../server/ports/tokens.ts";
import { copyOf, hostOf, multiplyMember, multiplyOrganization, multiplySpace } from "./multiply.ts";

/** What the parent asks for. */
export interface FleetOrder {
  readonly env: Record<string, string>;
  /** Organizations, each of so many spaces. */
  readonly organizations: number;
  readonly spaces: number;
  /** More spaces of the first organization, like its others. */
  readonly more: number;
  readonly callers: number;
}

/** A member of one organization, and what they ask for. */
export interface Caller {
  readonly token: string;
  readonly organization: string;
  readonly space: string;
  readonly page: string;
  readonly host: string;
}

export interface FleetFilled {
  readonly callers: readonly Caller[];
  readonly seconds: number;
  readonly bytes: number;
}

const ADDRESSES = { app: "http://127.0.0.1", sites: "http://127.0.0.1", sitesDomain: undefined };
const MEMBER = "fleetmember";
const PAGES = 10;

interface Template {
  readonly organization: string;
  readonly spaces: readonly string[];
  readonly page: string;
}

/** One organization with its spaces, a member, and a site with a hostname. */
async function makeOne(deps: Deps, spaces: number): Promise<Template> {
  const { db, newId } = deps;
  const now = Date.now();
  const { id: organization } = await db.read
    .selectFrom("organizations")
    .select("id")
    .executeTakeFirstOrThrow();
  const { id: admin } = await db.read.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const ids = Array.from({ length: spaces }, () => newId());
  for (const id of ids)
    await db.transact((tx) =>
      createSpace(tx, { id, revision: newId(), organization, createdBy: admin, now, title: `Space ${id}` }),
    );
  for (const id of ids) await writePages(deps, organization, id);
  await db.transact(async (tx) => {
    const person = { id: MEMBER, display_name: "Member", created_at: now };
    const addressed = { email: `${MEMBER}@example.com`, email_folded: `${MEMBER}@example.com` };
    await tx
      .insertInto("users")
      .values({ ...person, ...addressed })
      .execute();
    const member = { organization_id: organization, user_id: MEMBER, role: "edit" as const, joined_at: now };
    await tx.insertInto("members").values(member).execute();
    const site = { organization_id: organization, id: newId() };
    await createSite(tx, { id: site.id, organization, title: "Fleet", now });
    await addSiteSpace(tx, { id: newId(), site, space: { id: ids[0] as string, title: "Pages" }, now });
    await setPublished(tx, site, true);
    await tx
      .insertInto("site_hostnames")
      .values({ hostname: hostOf(0), organization_id: organization, site_id: site.id })
      .execute();
    await tx
      .updateTable("sites")
      .set({ hostname: hostOf(0) })
      .where("id", "=", site.id)
      .execute();
  });
  return { organization, spaces: ids, page: "page0" };
}

/** The same pages in each space: content is stored once for an organization. */
async function writePages({ db, content, newId }: Deps, organization: string, space: string): Promise<void> {
  const head = await db.read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select(["revisions.id", "revisions.root"])
    .where("spaces.organization_id", "=", organization)
    .where("spaces.id", "=", space)
    .executeTakeFirstOrThrow();
  const changes: Change[] = Array.from({ length: PAGES }, (_, index) => ({
    operation: "insert_page",
    id: `page${index}`,
    type: "document",
    fields: { title: `Page ${index}` },
    body: { text: `# Page ${index}\n\nWords of a page that all spaces have.\n`, targets: {} },
  }));
  const made = await applyChanges(content.of(organization).nodes, head.root, changes, { now: 1 });
  if (!made.ok) throw new Error(made.refusal.message);
  const note = { organization, id: newId(), space, type: "edits" as const, parents: [head.id], createdAt: 1 };
  await db.transact((tx) => publishHead(tx, { expectedHead: head.id, note, content: made }, newId));
}

/** Members: of organizations that are spread evenly over all, or of the only one. */
async function callersOf({ db }: Deps, template: Template, order: FleetOrder): Promise<Caller[]> {
  const isAlone = order.organizations === 1;
  const count = isAlone ? order.callers : Math.min(order.callers, order.organizations);
  const callers: Caller[] = [];
  for (let index = 0; index < count; index++) {
    const n = isAlone ? index : Math.floor((index * order.organizations) / count);
    const named = (id: string): string => (n === 0 ? id : copyOf(id, n));
    const inOrganization = (id: string): string => (isAlone ? id : named(id));
    const token = `fleet-token-${n}-0123456789abcdef`;
    const row = { id: `fleettoken${n}`, user_id: named(MEMBER), label: "fleet", created_at: 1 };
    await db.transact((tx) =>
      tx
        .insertInto("tokens")
        .values({ ...row, hash: hashToken(token) })
        .execute(),
    );
    callers.push({
      token,
      organization: inOrganization(template.organization),
      space: inOrganization(template.spaces[index % template.spaces.length] as string),
      page: template.page,
      host: hostOf(isAlone ? 0 : n),
    });
  }
  return callers;
}

async function fill(order: FleetOrder): Promise<FleetFilled> {
  const begun = performance.now();
  const settings = readSettings(order.env);
  const { deps, close } = await openInstallation(settings, ADDRESSES, pino({ level: "silent" }));
  const { db } = deps;
  await migrate(db, { at: deps.clock.now() });
  await prepareFirstStart(deps, settings, true);
  const template = await makeOne(deps, order.spaces);
  await db.transact((tx) => tx.deleteFrom("jobs").execute());
  if (order.organizations === 1) await multiplyMember(db, MEMBER, order.callers - 1);
  else await multiplyOrganization(db, template.organization, MEMBER, order.organizations - 1);
  await multiplySpace(db, template.spaces[0] as string, order.more);
  const callers = await callersOf(deps, template, order);
  await db.transact((tx) => sql`analyze`.execute(tx as never));
  const size =
    db.dialect === "sqlite"
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const bytes = Number((await size.execute(db.read)).rows[0]?.bytes);
  await close();
  return { callers, seconds: (performance.now() - begun) / 1000, bytes };
}

process.on("message", (order: FleetOrder) => {
  fill(order).then(
    (filled) => process.send?.({ filled }, () => process.exit(0)),
    (error: unknown) => {
      process.send?.({ error: error instanceof Error ? error.stack : String(error) }, () => process.exit(1));
    },
  );
});
