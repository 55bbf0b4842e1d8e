/** The `docs.yaml` of a branch. */
import { LANGUAGES } from "../../spaces/schema.ts";
import { GitError } from "../../../ports/git/error.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { describeBytes, IMPORT_LIMITS } from "../../../importers/limits.ts";
import { decodeText } from "../../../importers/text.ts";
import { SITE_CONFIGS, type SiteConfig } from "../../../importers/siteConfig/siteConfig.ts";
import { readSiteConfigApart } from "../../../importers/yamlApart.ts";
import { SYNC_NOW, SyncHalted } from "../sync/ended.ts";
import type { Installation } from "../sync/syncRun.ts";

export interface SiteConfigFile {
  /** From the top of the repository. */
  readonly path: string;
  readonly text: string;
  readonly config: SiteConfig;
}

/** Where a new one goes. */
export const newConfigPath = ({ project_directory: project }: Installation): string =>
  [project, SITE_CONFIGS[0]].filter((part) => part !== "").join("/");

/** What a text says that was agreed on; undefined for what nobody can read any more. @throws ImportRefused */
export async function agreedConfig({
  site_config,
  project_directory,
}: Pick<Installation, "site_config" | "project_directory">): Promise<SiteConfig | undefined> {
  if (site_config === null) return undefined;
  const read = await readSiteConfigApart(site_config, { project: project_directory, languages: LANGUAGES });
  return "config" in read ? read.config : undefined;
}

/** @returns undefined where there is none. @throws SyncHalted for one that can't be read, with its lines; ImportRefused */
export async function readConfigFile(
  repository: GitRepository,
  installation: Installation,
  commit: string | undefined,
): Promise<SiteConfigFile | undefined> {
  if (commit === undefined) return undefined;
  const { project_directory: project } = installation;
  for (const name of SITE_CONFIGS) {
    const path = [project, name].filter((part) => part !== "").join("/");
    if ((await repository.at(commit, path)) !== "blob") continue;
    const bytes = await readWithin(repository, `${commit}:${path}`, path);
    // What is guessed of other bytes would be written back.
    const decoded = decodeText(bytes);
    if ("refused" in decoded || decoded.mark === undefined)
      throw new SyncHalted(
        "config",
        `${path} can't be taken: it isn't UTF-8 text. Save it as UTF-8, then ${SYNC_NOW}.`,
      );
    const text = decoded.mark + decoded.text;
    const read = await readSiteConfigApart(text, { project, languages: LANGUAGES });
    if ("config" in read) return { path, text, config: read.config };
    const lines = read.problems.slice(0, 5).map(({ line, message }) => `Line ${line}: ${message}`);
    throw new SyncHalted("config", `${path} can't be taken. ${lines.join(" ")} Mend it, then ${SYNC_NOW}.`);
  }
  return undefined;
}

async function readWithin(repository: GitRepository, id: string, path: string): Promise<Buffer> {
  const most = IMPORT_LIMITS.settingsBytes;
  try {
    return await repository.objects.read(id, most);
  } catch (error) {
    if (!(error instanceof GitError && error.kind === "too-large")) throw error;
    throw new SyncHalted(
      "config",
      `${path} is larger than ${describeBytes(most)}. Make it smaller, then ${SYNC_NOW}.`,
    );
  }
}
