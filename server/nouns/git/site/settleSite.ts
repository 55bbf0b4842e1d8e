/** What a site and its `docs.yaml` say is joined, and the site becomes so. */
import { roleUnder } from "../../../access/scope.ts";
import { spaceRights } from "../../../access/table.ts";
import { sameJson } from "../../../../engine/json.ts";
import { mergeSiteConfigs, turnedParts } from "../../../importers/siteConfig/mergeSiteConfigs.ts";
import type { SiteConfig, SiteNode } from "../../../importers/siteConfig/siteConfig.ts";
import { questionOf } from "../question.ts";
import { isDecided } from "../sync/decided.ts";
import { SYNC_NOW, haltOnConflict, SyncHalted } from "../sync/ended.ts";
import { changeBy, type Installation } from "../sync/syncRun.ts";
import { applySite } from "./applySite.ts";
import { agreedConfig, type SiteConfigFile } from "./siteConfigFile.ts";
import { readSiteModel, type SiteModel } from "./siteModel.ts";
import type { SiteRun } from "./siteRun.ts";

export const siteGone = (): SyncHalted =>
  new SyncHalted("gone", "The site was disconnected while it was synced.");

export const saysTheSame = (one: SiteConfig, other: SiteConfig): boolean =>
  sameJson(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

export interface SettledSite {
  readonly model: SiteModel;
  /** What the file is to say. */
  readonly config: SiteConfig;
}

interface SiteSides {
  readonly installation: Installation;
  readonly file: SiteConfigFile | undefined;
  /** Whether the branch no longer has what was agreed on. */
  readonly isRewritten: boolean;
}

/** Joins what the site and its file say, and makes the site so. @throws SyncHalted */
export async function settleSite(
  sync: SiteRun,
  { installation, file, isRewritten }: SiteSides,
  notes: string[],
): Promise<SettledSite> {
  const { deps, run, member } = sync;
  const { choice, site_config } = installation;
  const isFirst = site_config === null;
  if (file === undefined && choice !== "lectern" && (!isFirst || choice === "git"))
    throw new SyncHalted(
      "config",
      `There is no docs.yaml on the branch. Put it there, then ${SYNC_NOW}; or write the file as the site is ("lectern").`,
      ["lectern"],
    );
  const known = await readSiteModel(deps.db.read, installation, isFirst ? file?.config : undefined);
  if (known === undefined) throw siteGone();
  const isOurs = isFirst && (file === undefined || choice === "lectern");
  const base = isFirst ? undefined : ((await agreedConfig(installation)) ?? file?.config);
  refuseTurned(file, base, known.config);
  // Of a branch that was rewritten the whole counts that somebody has chosen, as at first.
  const chosen =
    isFirst || isRewritten || refuseLosses(installation, { file, base, here: known.config }) ? choice : null;
  const theirs = chosen === "lectern" ? known.config : (file?.config ?? known.config);
  const { config, clashes } = mergeSiteConfigs({
    base: isOurs || chosen === "git" ? known.config : base,
    ours: known.config,
    theirs: isOurs ? await withFolders(sync, installation, known) : theirs,
  });
  for (const clash of clashes.slice(0, 20))
    notes.push(`Both sides have changed ${clash}: what Lectern says stands.`);
  if (saysTheSame(config, known.config) && !isFirst) return { model: known, config };
  const direction = isFirst && choice !== null && choice !== "apply" ? choice : "merge";
  const settled = { installation, known, wanted: config, direction, member };
  await run.write((tx) => applySite(deps, changeBy(sync, tx), settled)).catch(haltOnConflict("docs.yaml"));
  const model = await readSiteModel(deps.db.read, installation);
  if (model === undefined) throw siteGone();
  return { model, config: model.config };
}

/** Spaces that leave a site at once before a person is asked. */
const MANY = 2;

/**
 * Whether docs.yaml has lost so much of the site that a person decides what counts: what goes takes its settings along.
 * @throws SyncHalted before somebody has
 */
function refuseLosses(
  installation: Installation,
  {
    file,
    base,
    here,
  }: {
    readonly file: SiteConfigFile | undefined;
    readonly base: SiteConfig | undefined;
    readonly here: SiteConfig;
  },
): boolean {
  if (installation.site_config === null || file === undefined) return false;
  const spaces = (config: SiteConfig | undefined): string[] =>
    (config?.nodes ?? []).flatMap(({ type, key }) => (type === "space" ? [key] : []));
  const [before, there] = [new Set(spaces(base)), new Set(spaces(file.config))];
  const all = spaces(here).filter((key) => before.has(key));
  const lost = all.filter((key) => !there.has(key)).length;
  const isMassive = lost > 0 && (lost === all.length || (lost > MANY && lost * 2 > all.length));
  if (!isMassive) return false;
  const { choice } = installation;
  const question = questionOf("structure", file.text);
  if (choice !== null && isDecided(installation, question)) return choice === "lectern";
  throw new SyncHalted(
    "structure",
    `${file.path} has lost ${lost} of ${all.length} spaces. Take them off the site ("apply"), where they lose their settings, or write the file as the site is ("lectern").`,
    ["apply", "lectern"],
    { question },
  );
}

/** @throws SyncHalted for a key that stands for another kind of part than it did */
function refuseTurned(file: SiteConfigFile | undefined, ...before: (SiteConfig | undefined)[]): void {
  const [turned] = file === undefined ? [] : turnedParts(file.config, ...before);
  if (file === undefined || turned === undefined) return;
  const [was, is] = [turned.was, turned.is].map((type) => type.replace("-", " "));
  throw new SyncHalted(
    "config",
    `${file.path} can't be taken. \`${turned.key}\` was a ${was}: give the ${is} another key, then ${SYNC_NOW}.`,
  );
}

/** At first every space gets a folder that has none, unless somebody has said which do. */
async function withFolders(
  { deps, member }: SiteRun,
  { project_directory: project }: Installation,
  { config, ids, parts, spaces, folders, site }: SiteModel,
): Promise<SiteConfig> {
  if (folders.length > 0) return config;
  const paths = new Map(config.nodes.map(({ key, path }) => [key, path ?? ""]));
  const nodes: SiteNode[] = [];
  for (const node of config.nodes) {
    const place = parts.siteSpaces.find(({ id }) => id === ids.get(node.key));
    const space = place && spaces.get(place.space_id);
    nodes.push(node);
    if (node.type !== "space" || space === undefined) continue;
    const rights = spaceRights(await roleUnder(deps.members, space, member));
    if (!rights.triggerGitSync || space.git_sync !== null) continue;
    const { parent } = node;
    const isAlone = config.nodes.filter((other) => other.parent === parent).length === 1;
    const above = parent === undefined ? [] : [paths.get(parent) ?? ""];
    const folder = [...above, ...(isAlone && parent !== undefined ? [] : [node.path ?? ""])].join("/");
    nodes[nodes.length - 1] = {
      ...node,
      directory: [project, folder].filter((part) => part !== "").join("/"),
    };
  }
  return { title: site.title, nodes };
}
