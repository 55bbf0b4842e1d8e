/** What integrations that are active on a site bring to it: scripts of its pages, and a login of its visitors. */
import { createHash } from "node:crypto";
import { siteUrl } from "../../../../engine/siteAddress.ts";
import { INSTALLERS } from "../../../access/table.ts";
import { type Params, prepared, type Read } from "../../../db/database.ts";
import { wordsOf } from "../../../db/wordList.ts";
import type { Addresses } from "../../../deps.ts";
import { acceptedHosts, type LoadedHosts } from "./loadedHosts.ts";
import type { SiteKey, SiteRow } from "./present.ts";

/** A language, in small letters, by what draws code in it; `body` is the field of its props that has the code. */
interface CodeFence {
  readonly language: string;
  readonly componentId: string;
  readonly body: string;
}

export interface ActiveIntegration {
  readonly integration: string;
  readonly name: string;
  readonly title: string;
  readonly installation: string;
  /** What it was granted and still asks for. */
  readonly scopes: readonly string[];
  /** Changes with the script and with how it is set up. */
  readonly state: string;
  /** Blocks of code that it draws. */
  readonly fences: readonly CodeFence[];
  /** The policy that it asks for. */
  readonly policy: string | undefined;
  /** From where its scripts may have pages load more. */
  readonly hosts: LoadedHosts;
}

type Place = Params<{ organization: string; place: string }>;

/** Installations that are active on a space or a site: on it by itself, or on all of them. */
const activeOn = (kind: "space" | "site") =>
  prepared((read, p: Place) =>
    read
      .selectFrom("installations")
      .innerJoin("integrations", "integrations.id", "installations.integration_id")
      .innerJoin("event_targets", (on) =>
        on
          .onRef("event_targets.organization_id", "=", "installations.organization_id")
          .onRef("event_targets.id", "=", "installations.id"),
      )
      // Who answers for it may have left, and it has been told nothing since that would have paused it.
      .innerJoin("members", (on) =>
        on
          .onRef("members.organization_id", "=", "installations.organization_id")
          .onRef("members.user_id", "=", "installations.owner_id"),
      )
      .leftJoin("content_installations", (on) =>
        on
          .onRef("content_installations.organization_id", "=", "installations.organization_id")
          .onRef("content_installations.installation_id", "=", "installations.id")
          .on(`content_installations.${kind}_id`, "=", p("place")),
      )
      .select(["installations.id", "installations.scopes as granted", "installations.version"])
      .select("installations.policy as accepted")
      .select(["integrations.id as integration", "integrations.name", "integrations.title"])
      .select("integrations.scopes as asked")
      .select(["integrations.version as published", "integrations.details"])
      .select(["content_installations.version as on_place", "content_installations.status as there"])
      .where("installations.organization_id", "=", p("organization"))
      .where("installations.status", "=", "active")
      .where("installations.deleted_at", "is", null)
      .where("event_targets.active", "=", 1)
      .where("members.disabled", "=", 0)
      .where("members.role", "in", INSTALLERS)
      .where((eb) =>
        eb.or([
          eb("content_installations.status", "=", "active"),
          eb.and([
            eb(`installations.${kind}_selection`, "=", "all"),
            eb("content_installations.status", "is", null),
          ]),
        ]),
      )
      .orderBy("installations.created_at")
      .orderBy("installations.id"),
  );

const onSite = activeOn("site");
const onSpace = activeOn("space");
type ActiveRow = Awaited<ReturnType<typeof onSite.all>>[number];

/** The oldest first. */
export async function integrationsOn(
  read: Read,
  { organization_id: organization, id: place }: SiteKey,
): Promise<ActiveIntegration[]> {
  return described(await onSite.all(read, { organization, place }), "site");
}

/** The same of a space. */
export async function integrationsOnSpace(
  read: Read,
  { organization_id: organization, id: place }: SiteKey,
): Promise<ActiveIntegration[]> {
  return described(await onSpace.all(read, { organization, place }), "space");
}

interface DeclaredDetails {
  readonly configurations?: Readonly<Record<string, PlaceConfiguration | undefined>>;
  readonly contentSecurityPolicy?: string;
  readonly blocks?: readonly {
    readonly id: string;
    readonly markdown?: { readonly codeblock: string; readonly body: string };
  }[];
}

/** What an integration asks for where it is installed, as far as it matters here. */
interface PlaceConfiguration {
  readonly properties?: Readonly<Record<string, { readonly type: string; readonly default?: unknown }>>;
  readonly required?: readonly string[];
}

/** Whether an integration works where nobody has told it anything: nothing is required, or all of that has a default. */
export function worksUntold(details: string, kind: "space" | "site"): boolean {
  const { configurations = {} } = JSON.parse(details) as DeclaredDetails;
  const { properties = {}, required = [] } = configurations[kind] ?? {};
  return required.every((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property?.type !== "button" && property?.default !== undefined;
  });
}

function described(rows: readonly ActiveRow[], kind: "space" | "site"): ActiveIntegration[] {
  // What is on all places has no row there, and no configuration of its own.
  const working = rows.filter(({ there, details }) => there !== null || worksUntold(details, kind));
  return working.map((row) => {
    const asked = new Set(wordsOf(row.asked));
    const { contentSecurityPolicy, blocks = [] } = JSON.parse(row.details) as DeclaredDetails;
    const versions = [row.id, row.published, row.version, row.on_place].join(" ");
    return {
      integration: row.integration,
      name: row.name,
      title: row.title,
      installation: row.id,
      scopes: wordsOf(row.granted).filter((scope) => asked.has(scope)),
      state: createHash("sha256").update(versions).digest("hex").slice(0, 12),
      fences: blocks.flatMap(({ id, markdown }) =>
        markdown === undefined
          ? []
          : [{ language: markdown.codeblock.toLowerCase(), componentId: id, body: markdown.body }],
      ),
      policy: contentSecurityPolicy,
      hosts: acceptedHosts(contentSecurityPolicy, row.accepted ?? undefined),
    };
  });
}

/** Who may sign the site's visitors in. */
export function loginsOf(integrations: readonly ActiveIntegration[]): ActiveIntegration[] {
  return integrations.filter(({ scopes }) => scopes.includes("site:visitor:auth"));
}

/** A script of the pages of a site. */
export interface SiteScript extends ActiveIntegration {
  /** Its file's name, which is another when the script may be. */
  readonly file: string;
  /** Whether it may keep something of readers in their browsers. */
  readonly cookies: boolean;
}

/** What integrations have pages load. */
export function scriptsOf(integrations: readonly ActiveIntegration[]): SiteScript[] {
  return integrations
    .filter(({ scopes }) => scopes.includes("site:script:inject"))
    .map((one) => ({
      ...one,
      file: `${one.installation}-${one.state}.js`,
      cookies: one.scopes.includes("site:script:cookies"),
    }));
}

/** What pages load of a script, or why they don't. */
export type SentScript = "sent" | "shared-host" | "not-published" | "none";

/**
 * Whether readers know a site by a host that has no other organization's sites. Elsewhere pages carry no scripts: one of
 * them would read what its readers may read of another site.
 */
export function hasOwnHost(
  { hostname, proxy }: Pick<SiteRow, "hostname" | "proxy">,
  { sitesDomain }: Pick<Addresses, "sitesDomain">,
): boolean {
  return hostname !== null || proxy !== null || sitesDomain !== undefined;
}

/** The service of a site that has the scripts. */
export const SCRIPTS = "scripts";

/** The scripts of a site as clients are told of them. */
export async function toldScripts(
  read: Read,
  site: SiteRow,
  addresses: Pick<Addresses, "sites" | "sitesDomain">,
): Promise<
  { readonly script: string; readonly cookies: boolean; readonly contentSecurityPolicy?: string }[]
> {
  if (!hasOwnHost(site, addresses) || site.published === 0) return [];
  const base = siteUrl(addresses, site);
  return scriptsOf(await integrationsOn(read, site)).map(({ file, cookies, policy }) => ({
    script: `${base}~/${SCRIPTS}/${file}`,
    cookies,
    ...(policy !== undefined && { contentSecurityPolicy: policy }),
  }));
}
