/**
 * Fills an installation for the bench: organizations, spaces, imported pages, a site. A process of its own, on the
 * real commands; importing is one of the things that are measured.
 */
import { importDeps } from "../server/content/import/importDeps.ts";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "kysely";
import { pino } from "pino";
import { importInto } from "../server/content/import/importInto.ts";
import { migrate } from "../server/db/migrate.ts";
import type { Deps } from "../server/deps.ts";
import type { PageBranch } from "../engine/tree.ts";
import { readSettings } from "../server/env.ts";
import { prepareFirstStart } from "../server/firstStart.ts";
import { readFolder } from "../server/importers/folder.ts";
import { jobHandlers } from "../server/jobs/handlers.ts";
import { openRunner } from "../server/jobs/runner.ts";
import { createOrganization } from "../server/nouns/orgs/commands.ts";
import { createSite, setPublished } from "../server/nouns/sites/commands.ts";
import { addSiteSpace } from "../server/nouns/sites/structure/siteSpaces.ts";
import { createSpace } from "../server/nouns/spaces/commands.ts";
import { openInstallation } from "../server/open.ts";
import { fillCompany } from "./company.ts";
import { type Weighed, weighPermission } from "./permission.ts";
import { writeSource } from "./source.ts";

/** What the parent asks for. */
export interface FillOrder {
  /** The settings of the installation. */
  readonly env: Record<string, string>;
  /** Where the sources and the peer's rows are written. */
  readonly folder: string;
  /** Pages of each space that is imported; the first one's pages are published. */
  readonly sizes: readonly number[];
  /** Spaces beside them, so that there is a list. */
  readonly others: number;
}

interface Import {
  readonly pages: number;
  readonly seconds: number;
  /** Milliseconds for which the import held the event loop, at the 99th percentile. */
  readonly loopP99: number;
  readonly loopMax: number;
}

export interface Filled {
  readonly organization: string;
  /** An organization of its own for spaces that the bench makes. */
  readonly writes: string;
  /** Space by number of pages. */
  readonly spaces: Readonly<Record<number, string>>;
  /** Some pages of each of them: ids. */
  readonly pages: Readonly<Record<number, readonly string[]>>;
  /** Paths of published pages below the sites' address. */
  readonly published: readonly string[];
  readonly imports: readonly Import[];
  /** Seconds until everything was indexed for the search. */
  readonly indexing: number;
  readonly permission: Weighed;
}

/** A page as the bare peer has it: one row. */
export interface PageRow {
  readonly id: string;
  readonly space_id: string;
  readonly title: string;
  readonly slug: string;
  readonly path: string;
  readonly description: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly markdown: string;
}

const ADDRESSES = { app: "http://127.0.0.1", sites: "http://127.0.0.1", sitesDomain: undefined };
const PUBLISHED_TITLE = "Bench";

async function fill(order: FillOrder): Promise<Filled> {
  const settings = readSettings(order.env);
  const { deps, close } = await openInstallation(settings, ADDRESSES, pino({ level: "silent" }));
  await migrate(deps.db, { at: deps.clock.now() });
  await prepareFirstStart(deps, settings, true);
  const { id: organization } = await deps.db.read
    .selectFrom("organizations")
    .select("id")
    .executeTakeFirstOrThrow();
  const { id: user } = await deps.db.read.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const writes = await deps.db.transact((tx) =>
    createOrganization(tx, {
      id: deps.newId(),
      title: "Writes",
      hostname: "writes",
      admin: user,
      now: Date.now(),
    }),
  );
  const add = async (title: string): Promise<string> => {
    const id = deps.newId();
    await deps.db.transact((tx) =>
      createSpace(tx, { id, revision: deps.newId(), organization, createdBy: user, now: Date.now(), title }),
    );
    return id;
  };
  for (let index = 0; index < order.others; index++) await add(`Space ${index}`);
  const spaces: Record<number, string> = {};
  const pages: Record<number, string[]> = {};
  const imports: Import[] = [];
  let published: string[] = [];
  for (const [index, size] of order.sizes.entries()) {
    const space = await add(`${size} pages`);
    spaces[size] = space;
    imports.push(await importPages(deps, order.folder, { organization, space }, size));
    const rows = await pageRows(deps, space);
    pages[size] = rows.map(({ id }) => id);
    if (index > 0) continue;
    writeFileSync(join(order.folder, "pages.json"), JSON.stringify(rows));
    await publish(deps, organization, space);
    published = rows.map(({ path }) => `/lectern/${PUBLISHED_TITLE.toLowerCase()}/${path}`);
  }
  const begun = performance.now();
  await openRunner(deps, jobHandlers(deps)).drain();
  const indexing = (performance.now() - begun) / 1000;
  await fillCompany(deps.db);
  await deps.db.transact((tx) => sql`analyze`.execute(tx as never));
  const permission = await weighPermission(deps);
  await close();
  return { organization, writes, spaces, pages, published, imports, indexing, permission };
}

async function importPages(
  deps: Deps,
  folder: string,
  { organization, space }: { organization: string; space: string },
  pages: number,
): Promise<Import> {
  const source = join(folder, `source-${pages}`);
  writeSource(source, pages);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const begun = performance.now();
  const opened = await readFolder(source);
  await importInto(importDeps(deps, organization), { space, source: opened });
  await opened.close();
  const seconds = (performance.now() - begun) / 1000;
  loop.disable();
  rmSync(source, { recursive: true });
  return { pages, seconds, loopP99: loop.percentile(99) / 1e6, loopMax: loop.max / 1e6 };
}

async function publish(deps: Deps, organization: string, space: string): Promise<void> {
  const site = { organization_id: organization, id: deps.newId() };
  await deps.db.transact(async (tx) => {
    await createSite(tx, { id: site.id, organization, title: PUBLISHED_TITLE, now: Date.now() });
    await addSiteSpace(tx, { id: deps.newId(), site, space: { id: space, title: "Pages" }, now: Date.now() });
    await setPublished(tx, site, true);
  });
}

/** Up to 1,000 pages of a space. */
async function pageRows(deps: Deps, space: string): Promise<PageRow[]> {
  const head = await deps.db.read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select(["revisions.organization_id", "revisions.root"])
    .where("spaces.id", "=", space)
    .executeTakeFirstOrThrow();
  const content = deps.content.of(head.organization_id);
  const rows: PageRow[] = [];
  const walk = async (branches: readonly PageBranch[]): Promise<void> => {
    for (const { page, path, pages } of branches) {
      // Groups carry their fifty pages with them: another thing than one page.
      if (page.type === "document" && pages.length === 0 && rows.length < 1000) {
        rows.push({
          id: page.id,
          space_id: space,
          title: page.title,
          slug: page.slug ?? "",
          path,
          description: page.description ?? "",
          created_at: page.createdAt,
          updated_at: page.updatedAt,
          markdown: await content.body(page.body),
        });
      }
      await walk(pages);
    }
  };
  await walk(await content.tree(head.root));
  return rows;
}

process.on("message", (order: FillOrder) => {
  fill(order).then(
    (filled) => process.send?.({ filled }, () => process.exit(0)),
    (error: unknown) => {
      process.send?.({ error: error instanceof Error ? error.stack : String(error) }, () => process.exit(1));
    },
  );
});
