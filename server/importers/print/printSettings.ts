/** `.gitbook.yaml` with redirects that came to be since it was imported. */
import { contentSettings, DEFAULT_SETTINGS, printGitbookYaml, type Redirect } from "../gitbookYaml.ts";
import { below } from "../pageNames.ts";
import { withRedirectsApart } from "../yamlApart.ts";
import { type ReadYaml, tooMuchYaml } from "../yamlText.ts";
import { findTarget, type LinkLookup } from "../linkTargets.ts";
import type { KeptSettings } from "./origin.ts";

/**
 * Writes the settings: as they were, where they say all redirects already. None of theirs is taken away.
 * @param kept as they were imported
 * @param from the file that destinations of redirects begin at
 * @throws ImportRefused where they can't be read in time
 */
export async function printSettings(
  kept: KeptSettings | undefined,
  redirects: readonly Redirect[],
  from: string,
  lookup: LinkLookup,
): Promise<string | undefined> {
  if (kept === undefined) return printGitbookYaml({ redirects });
  const { text, yaml } = kept;
  // What is too much to be read can't be added to either, and to write it anew would take away what it says.
  if (tooMuchYaml(text) !== undefined) return text;
  const said = new Map(contentSettings(yaml).settings.redirects.map((one) => [one.from, one.to]));
  const meaning = (to: string): string => JSON.stringify(findTarget(lookup, from, to) ?? to);
  const missing = redirects.filter((one) => {
    const to = said.get(one.from);
    return to === undefined || meaning(to) !== meaning(one.to);
  });
  if (missing.length === 0) return text;
  return (await withRedirectsApart(text, missing)) ?? printGitbookYaml({ redirects });
}

/**
 * What settings name: the files to which redirects lead, and that of the first page where it is another than usual. A
 * folder without a page ends with a slash.
 */
export function namedFiles(yaml: ReadYaml, root: string, lookup: LinkLookup): ReadonlySet<string> {
  const { redirects, readme } = contentSettings(yaml).settings;
  const from = below(root, ".gitbook.yaml");
  const led = redirects.flatMap(({ to }) => {
    const target = findTarget(lookup, from, to);
    return target === undefined ? [] : [target.kind === "page" ? target.key : target.path];
  });
  return new Set(readme === DEFAULT_SETTINGS.readme ? led : [...led, below(root, readme)]);
}
