/** A site as its `docs.yaml` would say it, with what each key stands for. */
import { basenameOf } from "../../sites/site/basename.ts";
import { findSite } from "../../sites/site/queries.ts";
import type { SiteRow } from "../../sites/site/present.ts";
import { partsIn, readParts, type SiteParts, siteSpacesIn, topOf } from "../../sites/structure/parts.ts";
import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { SiteConfig, SiteNode } from "../../../importers/siteConfig/siteConfig.ts";
import { partsOf } from "../queries.ts";
import type { Installation } from "../sync/syncRun.ts";

export interface SiteModel {
  readonly site: SiteRow;
  readonly config: SiteConfig;
  /** The ids of section groups, sections and site-spaces, by their keys. */
  readonly ids: ReadonlyMap<string, string>;
  readonly parts: SiteParts;
  readonly spaces: ReadonlyMap<string, Row<"spaces">>;
  /** The installations of its spaces. */
  readonly folders: readonly Installation[];
  /** What its parts got their keys by, beside those that are known: with anything else they would have others. */
  readonly matched: SiteConfig | undefined;
}

/**
 * Reads a site.
 * @param matched what its branch says, as long as nothing was agreed on: what stands at the same paths is the same
 */
export async function readSiteModel(
  read: Read,
  installation: Installation,
  matched?: SiteConfig,
): Promise<SiteModel | undefined> {
  const { organization_id, site_id } = installation;
  const site = site_id === null ? undefined : await findSite(read, organization_id, site_id);
  if (site === undefined) return undefined;
  const parts = await readParts(read, site);
  const [spaces, folders, known] = [
    await spacesOf(read, organization_id, parts),
    await partsOf(read, installation),
    await read
      .selectFrom("git_site_nodes")
      .select(["key", "node_id"])
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", installation.id)
      .execute(),
  ];
  const nodes = nodesOf(site, parts, { spaces, folders });
  const keys = keysFor(nodes, new Map(known.map(({ key, node_id }) => [node_id, key])), matched);
  const keyOf = (id: string): string => keys.get(id) ?? id;
  const config = {
    title: site.title,
    nodes: nodes.map((node) => ({
      ...node,
      key: keyOf(node.key),
      parent: node.parent === undefined ? undefined : keyOf(node.parent),
    })),
  };
  const ids = new Map(nodes.map(({ key }) => [keyOf(key), key]));
  return { site, config, ids, parts, spaces, folders, matched };
}

async function spacesOf(
  read: Read,
  organization: string,
  { siteSpaces }: SiteParts,
): Promise<Map<string, Row<"spaces">>> {
  const ids = siteSpaces.map(({ space_id }) => space_id);
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom("spaces")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Parts in their order; their ids stand for keys. */
function nodesOf(
  site: SiteRow,
  parts: SiteParts,
  { spaces, folders }: Pick<SiteModel, "spaces" | "folders">,
): SiteNode[] {
  const directories = new Map(folders.map(({ space_id, project_directory: at }) => [space_id, at]));
  const below = (section: string | null, chosen: string | null): SiteNode[] =>
    siteSpacesIn(parts.siteSpaces, section).flatMap((row) => {
      const space = spaces.get(row.space_id);
      if (space === undefined) return [];
      const node = {
        key: row.id,
        type: "space" as const,
        parent: section ?? undefined,
        title: space.title,
        path: row.path,
        isDefault: row.id === chosen,
        directory: directories.get(row.space_id) ?? null,
        language: space.language ?? undefined,
      };
      // One folder has one place on a site.
      directories.delete(row.space_id);
      return node;
    });
  const section = (row: SiteParts["sections"][number]): SiteNode[] => [
    {
      key: row.id,
      type: "section",
      parent: row.group_id ?? undefined,
      title: row.title,
      path: row.path,
      icon: row.icon || undefined,
      description: row.description || undefined,
      isDefault: row.id === site.default_site_section_id,
    },
    ...below(row.id, row.default_site_space_id),
  ];
  const isDivided = parts.sections.length > 0;
  const spacesAlone = isDivided ? [] : below(null, site.default_site_space_id);
  // In the file spaces stand beside nothing else: groups that have no section to show rest.
  if (spacesAlone.length > 0) return spacesAlone;
  const link = (row: SiteParts["links"][number]): SiteNode => ({
    key: row.id,
    type: "external-link",
    parent: row.group_id ?? undefined,
    title: row.title,
    url: row.url,
    icon: row.icon || undefined,
    description: row.description || undefined,
    condition: row.condition ?? undefined,
    draft: row.draft === 1,
    isDefault: false,
  });
  // A site without sections shows no links: they rest, and are no part of what the file says.
  const beside = { ...parts, links: isDivided ? parts.links : [] };
  const inGroup = (group: string): SiteNode[] =>
    partsIn(beside, group).flatMap(({ kind, part }) =>
      kind === "site-section" ? section(part) : link(part),
    );
  return topOf(beside).flatMap(({ kind, part }): SiteNode[] => {
    if (kind === "site-section") return section(part);
    if (kind === "site-external-link") return [link(part)];
    const { id: key, title, icon } = part;
    const group = { key, type: "section-group" as const, parent: undefined, title, isDefault: false };
    return [{ ...group, icon: icon || undefined }, ...inGroup(part.id)];
  });
}

/** Keys by ids: those that are known, those of what stands at the same place, and for the rest new ones. */
function keysFor(
  nodes: readonly SiteNode[],
  known: ReadonlyMap<string, string>,
  wanted: SiteConfig | undefined,
): Map<string, string> {
  const keys = new Map([...known].filter(([id]) => nodes.some(({ key }) => key === id)));
  const taken = new Set([...known.values(), ...(wanted?.nodes ?? []).map(({ key }) => key)]);
  const there = new Map(placesOf(wanted?.nodes ?? []));
  for (const [place, id] of placesOf(nodes)) {
    const key = there.get(place);
    if (!keys.has(id) && key !== undefined) keys.set(id, key);
  }
  for (const { key: id, type, title, path } of nodes) {
    if (keys.has(id)) continue;
    const name = basenameOf(path ?? title);
    const base = type === "space" ? name : `${name}-${type}`;
    let key = base;
    for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

/** Where readers find a part; of groups, what they are called. */
function placesOf(nodes: readonly SiteNode[]): [place: string, key: string][] {
  const paths = new Map(nodes.map(({ key, path }) => [key, path]));
  return nodes.map(({ key, type, parent, path, title, url }) => {
    if (type === "external-link") return [`link ${parent ?? ""} ${url} ${title}`, key];
    if (type === "section-group") return [`group ${title}`, key];
    if (type === "section") return [`section ${path}`, key];
    return [`space ${parent === undefined ? "" : paths.get(parent)} ${path}`, key];
  });
}
