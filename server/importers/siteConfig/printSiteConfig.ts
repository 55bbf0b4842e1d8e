/** Writes a site into its `docs.yaml`: what has not changed there stays as somebody has written it. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { sameJson } from "../../../engine/json.ts";
import { folderText } from "./folders.ts";
import { parseSiteConfig, plainText } from "./parseSiteConfig.ts";
import { readSiteConfig, type SiteConfig, type SiteNode, withDefaults } from "./siteConfig.ts";

export interface SitePrinting {
  /** The file as it is, which can be read; undefined: there is none. */
  readonly text: string | undefined;
  /** What it says. */
  readonly before: SiteConfig | undefined;
  readonly now: SiteConfig;
  /** The project directory. */
  readonly project: string;
}

type Field = readonly [path: readonly string[], value: string | boolean | null | undefined];

/** The file that says what a site is; the same text where it says so already. */
export function printSiteConfig({ text, before, now, project }: SitePrinting): string {
  if (text !== undefined && before !== undefined && sameJson(plain(before), plain(now))) return text;
  const document = parseSiteConfig(text ?? "site:\n  structure: []\n");
  const edits = editsOf(document, { before, now, project });
  const edited = text !== undefined && edits !== undefined ? spliced(text, edits) : undefined;
  // What is put where something else stood must say there what it is to say.
  if (edited !== undefined && isRead(edited, now, project)) return edited;
  rebuild(document, { before, now, project });
  const isFlat = text !== undefined && /^( *)structure:[^\n]*\n\1- /m.test(text);
  const printed = document.toString({ lineWidth: 0, indentSeq: !isFlat });
  return text?.includes("\r\n") === true ? printed.replace(/\r?\n/g, "\r\n") : printed;
}

function isRead(text: string, now: SiteConfig, project: string): boolean {
  const languages = now.nodes.flatMap(({ language }) => language ?? []);
  const read = readSiteConfig(text, { project, languages });
  return "config" in read && sameJson(plain(read.config), plain(now));
}

const plain = (config: SiteConfig) => JSON.parse(JSON.stringify(config)) as never;

/** What a part says, in the order in which it is written. */
function fieldsOf(node: SiteNode, project: string): Field[] {
  const { type, key, title, path, url, icon, description, isDefault, directory, language } = node;
  const isSpace = type === "space";
  return [
    [["type"], type],
    [["key"], key],
    [["title"], title],
    [["path"], path],
    ...(type === "external-link" ? ([[["url"], url]] as const) : []),
    [["description"], description],
    // A space has its icon from where it is written, and that stays.
    ...(isSpace ? [] : ([[["icon"], icon]] as const)),
    [["default"], isDefault ? true : undefined],
    ...(type === "external-link"
      ? ([
          [["condition"], node.condition],
          [["draft"], node.draft === true ? true : undefined],
        ] as const)
      : []),
    ...(isSpace
      ? ([
          [["content", "directory"], typeof directory === "string" ? folderText(directory, project) : null],
          [["content", "language"], language],
        ] as const)
      : []),
  ];
}

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Where nothing but words change that stand there already: these. Undefined where more does. */
function editsOf(
  document: Document,
  { before, now, project }: Pick<SitePrinting, "before" | "now" | "project">,
): Splice[] | undefined {
  if (before === undefined || before.nodes.length !== now.nodes.length) return undefined;
  const splices: Splice[] = [];
  const maps = mapsByKey(document);
  const put = (map: YAMLMap | undefined, path: readonly string[], value: string | null): boolean => {
    const scalar = map?.getIn(path, true);
    if (!isScalar(scalar) || scalar.range === null || scalar.range === undefined) return false;
    if (scalar.type !== undefined && scalar.type.startsWith("BLOCK")) return false;
    const [from, to] = scalar.range;
    const isQuoted = scalar.type === "QUOTE_DOUBLE" || scalar.type === "QUOTE_SINGLE";
    const style = isQuoted && typeof value === "string" ? { defaultStringType: scalar.type as never } : {};
    const holder = path.length === 1 ? map : map?.getIn(path.slice(0, -1));
    const text = scalarText(value, isMap(holder) && holder.flow === true, style);
    if (text.includes("\n") || from === to) return false;
    splices.push({ from, to, text });
    return true;
  };
  if (before.title !== now.title) {
    const site = document.get("site", true);
    if (now.title === undefined || !put(isMap(site) ? site : undefined, ["title"], now.title))
      return undefined;
  }
  for (const [index, node] of now.nodes.entries()) {
    const was = before.nodes[index];
    if (was?.key !== node.key || was.parent !== node.parent || was.type !== node.type) return undefined;
    const old = fieldsOf(was, project);
    for (const [at, [path, value]] of fieldsOf(node, project).entries()) {
      const former = old[at]?.[1];
      if (former === value) continue;
      if (typeof value === "boolean" || typeof former === "boolean" || value === undefined) return undefined;
      if (!put(maps.get(node.key), path, value)) return undefined;
    }
  }
  return splices;
}

/** A value as it stands in a file, in braces (`isFlow`) or on its own line. */
function scalarText(value: string | null, isFlow: boolean, style: object): string {
  const options = { lineWidth: 0, ...style };
  if (!isFlow) return stringify(value, options).trimEnd();
  const listed = stringify([value], { ...options, collectionStyle: "flow", flowCollectionPadding: false });
  return listed.trimEnd().slice(1, -1);
}

function spliced(text: string, splices: readonly Splice[]): string {
  let now = text;
  for (const { from, to, text: put } of splices.toSorted((a, b) => b.from - a.from))
    now = now.slice(0, from) + put + now.slice(to);
  return now;
}

const isDraft = (item: unknown): boolean =>
  !isMap(item) || (item.get("draft") === true && item.get("type") !== "external-link");

function mapsByKey(document: Document): Map<string, YAMLMap> {
  const maps = new Map<string, YAMLMap>();
  const take = (list: unknown): void => {
    if (!isSeq(list)) return;
    for (const item of list.items)
      if (isMap(item) && !isDraft(item)) {
        maps.set(plainText(item.get("key", true)), item);
        take(item.get("children", true));
      }
  };
  take(document.getIn(["site", "structure"], true));
  return maps;
}

/** Puts every part where it is now. Those that were there are moved with all that was written of them. */
function rebuild(document: Document, { before, now, project }: Omit<SitePrinting, "text">): void {
  const maps = mapsByKey(document);
  const formerly = new Map(before?.nodes.map((node) => [node.key, node]));
  const unsaid = new Set(
    withDefaults(now.nodes.map((node) => ({ ...node, isDefault: false })))
      .filter(({ isDefault }) => isDefault)
      .map(({ key }) => key),
  );
  if (now.title !== undefined) {
    const site = document.get("site", true) as YAMLMap;
    if (site.has("title")) site.set("title", now.title);
    else site.items.unshift(document.createPair("title", now.title));
  }
  const fill = (holder: YAMLMap, field: string, parent: string | undefined): void => {
    const wanted = now.nodes.filter((node) => node.parent === parent);
    const known = holder.get(field, true) as Node | undefined;
    const list = isSeq(known) ? known : (document.createNode([]) as YAMLSeq);
    if (!isSeq(known)) holder.set(field, list);
    if (list.items.length === 0) list.flow = false;
    const items: unknown[] = wanted.map((node) => {
      const known = maps.get(node.key);
      const map = known ?? (document.createNode({}) as YAMLMap);
      keepSpelled(map);
      const was = formerly.get(node.key);
      const old = known !== undefined && was?.type === node.type ? fieldsOf(was, project) : undefined;
      for (const [at, [path, value]] of fieldsOf(node, project).entries()) {
        // The first of those beside each other is the default without a word.
        const isSaid =
          path[0] === "default" ? value === true && unsaid.has(node.key) : old?.[at]?.[1] === value;
        if (old === undefined || !isSaid) put(map, path, value);
      }
      if (node.type === "section-group" || node.type === "section") fill(map, "children", node.key);
      return map;
    });
    // Drafts stay where they are.
    for (const [index, item] of list.items.entries()) if (isDraft(item)) items.splice(index, 0, item);
    list.items = items as never;
  };
  fill(document.get("site", true) as YAMLMap, "structure", undefined);
}

/** What is written like a number says what stands there: `007` would be printed as `7`. */
function keepSpelled(map: YAMLMap): void {
  for (const field of ["key", "path"]) {
    const scalar = map.get(field, true);
    const text = plainText(scalar);
    if (isScalar(scalar) && typeof scalar.value === "number" && String(scalar.value) !== text)
      map.set(field, text);
  }
}

function put(map: YAMLMap, path: readonly string[], value: Field[1]): void {
  if (value === undefined) {
    if (map.hasIn(path)) map.deleteIn(path);
    return;
  }
  const there = map.getIn(path, true);
  const isSaid = isScalar(there) && (there.value === value || plainText(there) === value);
  if (!isSaid) map.setIn(path, value);
}
