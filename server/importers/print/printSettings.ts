/** `.gitbook.yaml` with redirects that came to be since it was imported. */
import { type Document, isMap, isScalar, parseDocument, type YAMLMap } from "yaml";
import { DEFAULT_SETTINGS, parseGitbookYaml, printGitbookYaml, type Redirect } from "../gitbookYaml.ts";
import { below } from "../pageNames.ts";
import { tooMuchYaml } from "../yamlText.ts";
import { findTarget, type LinkLookup } from "../linkTargets.ts";

/**
 * Writes the settings: as they were, where they say all redirects already. None of theirs is taken away.
 * @param text as it was imported
 * @param from the file that destinations of redirects begin at
 */
export function printSettings(
  text: string | undefined,
  redirects: readonly Redirect[],
  from: string,
  lookup: LinkLookup,
): string | undefined {
  if (text === undefined) return printGitbookYaml({ redirects });
  // What is too much to be read can't be added to either, and to write it anew would take away what it says.
  if (tooMuchYaml(text) !== undefined) return text;
  const said = new Map(
    parseGitbookYaml(text.replace(/^\ufeff/, "")).settings.redirects.map((one) => [one.from, one.to]),
  );
  const meaning = (to: string): string => JSON.stringify(findTarget(lookup, from, to) ?? to);
  const missing = redirects.filter((one) => {
    const to = said.get(one.from);
    return to === undefined || meaning(to) !== meaning(one.to);
  });
  if (missing.length === 0) return text;
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  const map = document.errors.length > 0 ? undefined : redirectsIn(document);
  if (map === undefined) return printGitbookYaml({ redirects });
  const known = new Map(map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : "", pair]));
  for (const one of missing) {
    const pair = known.get(one.from);
    if (pair === undefined) map.items.push(document.createPair(one.from, one.to));
    else pair.value = document.createNode(one.to);
  }
  return document.toString({ lineWidth: 0 });
}

/**
 * What settings name: the files to which redirects lead, and that of the first page where it is another than usual. A
 * folder without a page ends with a slash.
 */
export function namedFiles(text: string, root: string, lookup: LinkLookup): ReadonlySet<string> {
  const { redirects, readme } = parseGitbookYaml(text.replace(/^\ufeff/, "")).settings;
  const from = below(root, ".gitbook.yaml");
  const led = redirects.flatMap(({ to }) => {
    const target = findTarget(lookup, from, to);
    return target === undefined ? [] : [target.kind === "page" ? target.key : target.path];
  });
  return new Set(readme === DEFAULT_SETTINGS.readme ? led : [...led, below(root, readme)]);
}

/** The redirects of settings: new ones where there is something else or nothing; undefined for what are no settings. */
function redirectsIn(document: Document): YAMLMap | undefined {
  if (!isMap(document.contents)) return undefined;
  if (!isMap(document.get("redirects", true))) document.set("redirects", document.createNode({}));
  const map = document.get("redirects", true);
  return isMap(map) ? map : undefined;
}
