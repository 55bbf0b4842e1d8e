/** What the very first start leaves behind: an organization, its administrator, and our own documentation as a site. */
import { runChange } from "./http/runChange.ts";
import { importDeps } from "./content/import/importDeps.ts";
import type { Deps } from "./deps.ts";
import type { Settings } from "./env.ts";
import { importInto } from "./content/import/importInto.ts";
import { readFolder } from "./importers/folder.ts";
import { createOrganization } from "./nouns/orgs/commands.ts";
import { createSpace } from "./nouns/spaces/commands.ts";
import { createSite, setPublished } from "./nouns/sites/commands.ts";
import { addSiteSpace } from "./nouns/sites/structure/siteSpaces.ts";
import { createSignInLink, GIVEN_LINK_LIFETIME, signInLinkUrl } from "./nouns/sessions/links.ts";
import { createToken } from "./nouns/tokens/commands.ts";
import { createUser } from "./nouns/users/commands.ts";
import { newToken } from "./ports/tokens.ts";
import { siteUrl } from "../engine/siteAddress.ts";
import { shippedFolder } from "./shipped.ts";

const HOSTNAME = "lectern";
const BASENAME = "docs";
const TITLE = "Lectern documentation";

const KEY = "first-start";
/** How long a token works that was printed into a log, in milliseconds: others read and keep what is written there. */
const LOGGED_LIFETIME = 24 * 60 * 60 * 1000;

/** What a first start has made; without `isDone` it was interrupted, and the rest is left to do. */
interface FirstStart {
  readonly isDone?: true;
  readonly organization: string;
  readonly space: string;
  readonly site: string;
  readonly user: string;
}

/**
 * Prepares an empty installation and gives the lines to print; later starts print the addresses only. A first start
 * that was interrupted is taken up where it ended; of several processes one does the work.
 * @param isTerminal whether the lines are shown to somebody and kept by nobody
 */
export async function prepareFirstStart(
  deps: Deps,
  settings: Settings,
  isTerminal: boolean,
): Promise<string[]> {
  const secret = settings.adminToken ?? newToken();
  const lifetime = isTerminal || settings.adminToken !== undefined ? undefined : LOGGED_LIFETIME;
  const printed = { secret, lifetime };
  const isNew = await makeInstallation(deps, settings, printed);
  const started = await readStarted(deps);
  if (started.isDone !== true) await finish(deps, started);
  const site = await siteLine(deps, started);
  const lines = [
    `Lectern        ${deps.addresses.app}`,
    ...site,
    `API reference  ${deps.addresses.app}/docs`,
  ];
  if (started.isDone === true || settings.adminToken !== undefined) return lines;
  // A token whose first printing was interrupted is lost: the next start makes another.
  if (!isNew) await addToken(deps, started.user, printed);
  return [
    ...lines,
    `API token      ${secret}  (shown this once${lifetime === undefined ? "" : "; works for 24 hours"})`,
    `Sign in        ${await linkFor(deps, started.user)}  (works once, within 24 hours)`,
  ];
}

async function readStarted({ db }: Deps): Promise<FirstStart> {
  const found = db.read.selectFrom("meta").select("value").where("key", "=", KEY);
  return JSON.parse((await found.executeTakeFirstOrThrow()).value) as FirstStart;
}

/** Where the first site is now: it may have been renamed since, closed or deleted. */
async function siteLine({ db, addresses }: Deps, { organization, site: id }: FirstStart): Promise<string[]> {
  const site = await db.read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .select(["sites.basename", "sites.hostname", "sites.proxy", "organizations.hostname as organization"])
    .where("sites.organization_id", "=", organization)
    .where("sites.id", "=", id)
    .where("sites.published", "=", 1)
    .executeTakeFirst();
  return site === undefined ? [] : [`Site           ${siteUrl(addresses, site)}`];
}

/** Makes organization, administrator, token, space and site in one transaction; false when they are there. */
async function makeInstallation(deps: Deps, settings: Settings, printed: PrintedToken): Promise<boolean> {
  const origin = { identity: undefined, ip: undefined, source: "cli" as const };
  const made = await runChange(deps, origin, undefined, async ({ tx, now, newId, trace }) => {
    const ids = { organization: newId(), space: newId(), site: newId(), user: newId() };
    const claimed = await tx
      .insertInto("meta")
      .values({ key: KEY, value: JSON.stringify(ids) })
      .onConflict((on) => on.column("key").doNothing())
      .returning("key")
      .executeTakeFirst();
    if (claimed === undefined) return { status: 200, isNew: false };
    const email = settings.adminEmail ?? "admin@localhost";
    await createUser(tx, { id: ids.user, email, displayName: "Administrator", now });
    const organization = await createOrganization(tx, {
      id: ids.organization,
      title: "My organization",
      hostname: HOSTNAME,
      admin: ids.user,
      now,
    });
    await createToken(tx, tokenFor(ids.user, newId(), printed, now));
    await createSpace(tx, {
      id: ids.space,
      revision: newId(),
      organization,
      createdBy: ids.user,
      now,
      title: TITLE,
    });
    await createSite(tx, { id: ids.site, organization, title: "Lectern", name: BASENAME, now });
    await addSiteSpace(tx, {
      id: newId(),
      site: { organization_id: organization, id: ids.site },
      space: { id: ids.space, title: TITLE },
      now,
    });
    await trace({
      action: "installation.create",
      organization,
      target: { type: "organization", id: organization },
    });
    return { status: 200, isNew: true };
  });
  return made.isNew;
}

interface PrintedToken {
  readonly secret: string;
  /** In milliseconds; undefined: it doesn't end by itself. */
  readonly lifetime: number | undefined;
}

function tokenFor(userId: string, id: string, { secret, lifetime }: PrintedToken, now: number) {
  const expiresAt = lifetime === undefined ? null : now + lifetime;
  return { id, userId, label: "First start", secret, expiresAt, now };
}

async function addToken(deps: Deps, userId: string, printed: PrintedToken): Promise<void> {
  await deps.db.transact((tx) => createToken(tx, tokenFor(userId, deps.newId(), printed, deps.clock.now())));
}

async function linkFor(deps: Deps, user: string): Promise<string> {
  const [id, now] = [deps.newId(), deps.clock.now()];
  const link = { id, user, mailed: false, lifetime: GIVEN_LINK_LIFETIME, now };
  return signInLinkUrl(deps.addresses, await deps.db.transact((tx) => createSignInLink(tx, link)));
}

async function finish(deps: Deps, { organization, space, site, user }: FirstStart): Promise<void> {
  await importDocumentation(deps, space, user);
  await deps.db.transact(async (tx) => {
    await setPublished(tx, { organization_id: organization, id: site }, true);
    const value = JSON.stringify({ isDone: true, organization, space, site, user } satisfies FirstStart);
    await tx.updateTable("meta").set({ value }).where("key", "=", KEY).execute();
  });
}

async function importDocumentation(deps: Deps, space: string, by: string): Promise<void> {
  const folder = shippedFolder("docs");
  if (folder === undefined) return;
  const source = await readFolder(folder);
  try {
    const made = await deps.spaces.find(space);
    if (made !== undefined) await importInto(importDeps(deps, made.organization_id), { space, source, by });
  } finally {
    await source.close();
  }
}
