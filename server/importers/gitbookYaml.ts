import { stringify } from "yaml";
import { safePath } from "./files.ts";
import { type ReadYaml, yamlField } from "./yamlText.ts";

/** A former address of the content and where it leads: a file's path or a URL. `from` has no slash at either end. */
export interface Redirect {
  readonly from: string;
  readonly to: string;
}

/** What `.gitbook.yaml` settles. Paths of `readme`, `summary` and redirects are relative to `root`. */
export interface ContentSettings {
  /** The folder of the content: "" or a path without a slash at either end. */
  readonly root: string;
  readonly readme: string;
  readonly summary: string;
  readonly redirects: readonly Redirect[];
}

export const DEFAULT_SETTINGS: ContentSettings = {
  root: "",
  readme: "README.md",
  summary: "SUMMARY.md",
  redirects: [],
};

const MAX_REDIRECTS = 10_000;

/** What `.gitbook.yaml` says. What it says badly falls back to the default and is named in `problems`. */
export function contentSettings(yaml: ReadYaml): { settings: ContentSettings; problems: string[] } {
  if ("refused" in yaml) return { settings: DEFAULT_SETTINGS, problems: [yaml.refused] };
  const problems: string[] = [];
  const path = (name: string, value: unknown, fallback: string): string => {
    if (value === undefined || value === null) return fallback;
    const found = typeof value === "string" ? relativePath(value) : undefined;
    if (found === undefined) problems.push(`${name} is not a path below this folder`);
    return found ?? fallback;
  };
  const structure = yamlField(yaml.value, "structure");
  const settings = {
    root: path("root", yamlField(yaml.value, "root"), DEFAULT_SETTINGS.root),
    readme: path("structure.readme", yamlField(structure, "readme"), DEFAULT_SETTINGS.readme),
    summary: path("structure.summary", yamlField(structure, "summary"), DEFAULT_SETTINGS.summary),
    redirects: parseRedirects(yamlField(yaml.value, "redirects"), problems),
  };
  return { settings, problems };
}

function parseRedirects(value: unknown, problems: string[]): Redirect[] {
  if (value === undefined || value === null) return [];
  if (!(value instanceof Map)) {
    problems.push("redirects is not a map of old paths to new ones");
    return [];
  }
  if (value.size > MAX_REDIRECTS) problems.push(`only the first ${MAX_REDIRECTS} redirects are taken`);
  const redirects: Redirect[] = [];
  for (const [from, to] of [...(value as Map<unknown, unknown>)].slice(0, MAX_REDIRECTS)) {
    const address = trimSlashes(String(from));
    if (typeof to !== "string" || to === "" || address === "") {
      problems.push(`the redirect of ${String(from).slice(0, 200)} has no target`);
    } else redirects.push({ from: address, to });
  }
  return redirects;
}

/** Prints `.gitbook.yaml`, or undefined when nothing differs from what holds without one. */
export function printGitbookYaml(settings: Pick<ContentSettings, "redirects">): string | undefined {
  if (settings.redirects.length === 0) return undefined;
  const redirects = new Map(settings.redirects.map(({ from, to }) => [from, to]));
  return stringify({ root: "./", redirects }, { lineWidth: 0 });
}

function relativePath(value: string): string | undefined {
  if (/^\/?(\.\/?)?$/.test(value)) return "";
  const safe = safePath(trimSlashes(value));
  return "path" in safe ? safe.path : undefined;
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+/, "").replace(/\/+$/, "");
}
