/** A site as `docs.yaml` says it: what it is divided into, and which folder of the repository has which space. */
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, visit, type YAMLMap } from "yaml";
import { whyUseless } from "../../../engine/expression/useless.ts";
import { soundValue } from "../sound.ts";
import { areWithin, folderOf } from "./folders.ts";
import { parsedSiteConfig, plainText } from "./parseSiteConfig.ts";

/** A part of a site. Its key stays the same whatever else changes. */
export interface SiteNode {
  readonly key: string;
  readonly type: "section-group" | "section" | "space" | "external-link";
  /** The key of what it stands in; undefined: the site itself. */
  readonly parent: string | undefined;
  readonly title: string;
  /** Of a section or a space: its part of the address. */
  readonly path?: string | undefined;
  readonly icon?: string | undefined;
  readonly description?: string | undefined;
  /** Of a section or a space: whether it is the one that needs no path, among those beside it. */
  readonly isDefault: boolean;
  /** Of a space: its folder from the top of the repository; null: it is not in the repository. */
  readonly directory?: string | null;
  readonly language?: string | undefined;
  /** Of an external link: where it leads, for whom it is, and whether readers don't see it yet. */
  readonly url?: string | undefined;
  readonly condition?: string | undefined;
  readonly draft?: boolean | undefined;
}

/** Parts in their order: what stands in one comes after it. */
export interface SiteConfig {
  readonly title: string | undefined;
  readonly nodes: readonly SiteNode[];
}

/** What a file says badly. */
export interface SiteConfigProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** The names that it may have in the project directory; the first that is there counts, and a new one gets the first. */
export const SITE_CONFIGS = ["docs.yaml", "gitbook-docs.yaml"] as const;
/** Characters that are read. */
const LONGEST = 256 * 1024;
/** Brackets that are read, of both sides: what nests them, or closes what isn't open, takes time with the square of them. */
const MOST_BRACKETS = 6_000;
/** Lines for the parser itself: nobody writes any, and each that it doesn't know is an error. */
const MOST_DIRECTIVES = 20;
/** Anchors, aliases and tags that are read, or what looks like them: each is compared with those before. */
const MOST_NAMES = 3_000;
const NESTED = /(?:[[{?-]\s*){40}/;
/** Lines and commas that are read: a site with as many parts as it may have takes about half of them. */
const MOST_ENTRIES = 12_000;
/** Marks that are read: of each that stands where none may, the parser makes an error. */
const MOST_MARKS = 24_000;
const MOST_PROBLEMS = 20;
const MOST = { "section-group": 100, section: 200, space: 500, "external-link": 100 } as const;
const PLURALS = {
  "section-group": "section groups",
  section: "sections",
  space: "spaces",
  "external-link": "external links",
} as const;

const TITLE = {
  "section-group": { least: 1, most: 100 },
  section: { least: 2, most: 128 },
  space: { least: 1, most: 50 },
  "external-link": { least: 2, most: 128 },
} as const;
// What no database may store, and control characters that nobody has written as words.
// oxlint-disable-next-line no-control-regex
const UNSOUND = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;
const KEY = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;
const PATH = /^(?!.*\.(?:md|txt|xml)$)(?=.{1,100}$)[a-z0-9]+(?:[-._][a-z0-9]+)*$/;

/** An address of the web as the API takes it. */
const WEB = /^https?:\/\/(?:[\w!#$&-;=?@[\]~]|%[\da-f]{2})+$/i;

/** What each kind may say. Of the last ones nothing is done: they stay as they are written. */
const LEFT_ALONE = ["localizedTitle", "localizedDescription", "hidden", "draft"];
const FIELDS: Readonly<Record<SiteNode["type"], readonly string[]>> = {
  "section-group": ["type", "key", "title", "icon", "children", ...LEFT_ALONE],
  section: ["type", "key", "title", "path", "icon", "description", "default", "children", ...LEFT_ALONE],
  space: ["type", "key", "title", "path", "icon", "default", "content", ...LEFT_ALONE],
  "external-link": ["type", "key", "title", "url", "icon", "description", "condition", ...LEFT_ALONE],
};
/** What may stand in what. */
const INSIDE: Readonly<Record<SiteNode["type"] | "site", readonly SiteNode["type"][]>> = {
  site: ["section-group", "section", "space", "external-link"],
  "section-group": ["section", "external-link"],
  section: ["space"],
  space: [],
  "external-link": [],
};

/** Where a file lies, and which languages content may have. */
export interface SiteConfigPlace {
  /** The project directory. */
  readonly project: string;
  /** undefined: any. */
  readonly languages?: readonly string[];
}

/** Reads a `docs.yaml`. What it doesn't know it refuses, with the line: a word that is misspelt changes no site. */
export function readSiteConfig(
  text: string,
  place: SiteConfigPlace,
): { readonly config: SiteConfig } | { readonly problems: readonly SiteConfigProblem[] } {
  if (text.length > LONGEST)
    return { problems: [{ line: 1, message: `The file has more than ${LONGEST / 1024} kB.` }] };
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const isCrowded =
    count(/[[{\]}]/g) > MOST_BRACKETS ||
    count(/^%/gm) > MOST_DIRECTIVES ||
    count(/[&!*]/g) > MOST_NAMES ||
    count(/[\n,]/g) > MOST_ENTRIES ||
    count(/[&!*:"']/g) > MOST_MARKS;
  if (isCrowded || NESTED.test(text))
    return { problems: [{ line: 1, message: "The file is no YAML that anybody has written by hand." }] };
  const unsound = UNSOUND.exec(text);
  if (unsound !== null) {
    const line = text.slice(0, unsound.index).split("\n").length;
    return { problems: [{ line, message: "The file has control characters or broken ones." }] };
  }
  const reader = new Reader(place);
  const config = reader.read(text);
  return config === undefined || reader.problems.length > 0 ? { problems: reader.problems } : { config };
}

class Reader {
  readonly problems: SiteConfigProblem[] = [];
  readonly #lines = new LineCounter();
  readonly #place: SiteConfigPlace;
  readonly #keys = new Set<string>();
  readonly #nodes: SiteNode[] = [];

  constructor(place: SiteConfigPlace) {
    this.#place = place;
  }

  read(text: string): SiteConfig | undefined {
    const document = parsedSiteConfig(text, this.#lines);
    if (document === undefined) return void this.#refuse(0, "The file is no YAML.");
    const [error] = document.errors;
    if (error !== undefined)
      return void this.#refuse(error.pos[0], `The file is no YAML: ${error.message.split("\n", 1)[0]}`);
    const top = document.contents;
    if (!isMap(top)) return void this.#refuse(0, "The file must have a map with the key `site`.");
    this.#refuseOthers(top, ["$schema", "site"]);
    const schema = top.get("$schema", true) as Node | undefined;
    if (schema !== undefined && !isScalar(schema))
      return void this.#refuse(startOf(schema), "`$schema` must be a text.");
    const site = top.get("site", true);
    if (!isMap(site)) return void this.#refuse(startOf(top), "`site` must be a map with a `structure`.");
    this.#refuseOthers(site, ["title", "structure"]);
    const title = this.#text(site, "title", 2, 128);
    this.#children(site, "structure", undefined, "site");
    this.#refuseMany();
    this.#refuseAliases(document);
    // Each folder is compared with each: of no more than a site may have.
    if (this.problems.length === 0) this.#refuseOverlaps();
    return { title, nodes: withDefaults(this.#nodes) };
  }

  #refuse(offset: number, message: string): void {
    if (this.problems.length < MOST_PROBLEMS)
      this.problems.push({
        line: Math.max(1, this.#lines.linePos(offset).line),
        message: soundValue(message),
      });
  }

  /** Where what one stands for is moved or goes, nobody could write the file any more. */
  #refuseAliases(document: Document.Parsed): void {
    visit(document, {
      Alias: (_key, alias) =>
        this.#refuse(startOf(alias), `\`*${alias.source.slice(0, 100)}\` can't stand here: write it out.`),
    });
  }

  #refuseOthers(map: YAMLMap, known: readonly string[]): void {
    const said = new Set<string>();
    for (const { key } of map.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (!known.includes(name))
        this.#refuse(startOf(key as Node), `\`${name.slice(0, 100)}\` is not known here.`);
      else if (said.has(name)) this.#refuse(startOf(key as Node), `\`${name}\` is there twice.`);
      said.add(name);
    }
  }

  /** Undefined where nothing is said, and where that is wrong. */
  #text(map: YAMLMap, key: string, least: number, most: number): string | undefined {
    const node = map.get(key, true) as Node | undefined;
    if (node === undefined || (isScalar(node) && node.value === null)) return undefined;
    const value = isScalar(node) && typeof node.value === "string" ? node.value : undefined;
    if (value !== undefined && UNSOUND.test(value))
      return void this.#refuse(startOf(node), `\`${key}\` has control characters or broken ones.`);
    // Counted as the API counts: in characters, whatever they take.
    const length = value === undefined ? -1 : [...value].length;
    if (length >= least && length <= most) return value === "" ? undefined : value;
    return void this.#refuse(startOf(node), `\`${key}\` must be a text of ${least} to ${most} characters.`);
  }

  #children(map: YAMLMap, field: string, parent: string | undefined, kind: SiteNode["type"] | "site"): void {
    const list = map.get(field, true) as Node | undefined;
    if (!isSeq(list)) return void this.#refuse(startOf(map), `\`${field}\` must be a list.`);
    const before = this.#nodes.length;
    for (const item of list.items)
      if (isMap(item)) this.#node(item, parent, kind);
      else this.#refuse(startOf(item as Node), `Each of \`${field}\` must be a map.`);
    const kinds = new Set(
      this.#nodes
        .slice(before)
        .filter((node) => node.parent === parent)
        .map(({ type }) => type),
    );
    if (kind === "site" && kinds.has("space") && kinds.size > 1)
      this.#refuse(startOf(list), "Spaces stand in sections where there are any. Put each into one.");
    if (kind === "site" && this.#isLinksAlone())
      this.#refuse(startOf(list), "External links stand beside sections: the site needs one.");
    if (kind === "section" && kinds.size === 0)
      this.#refuse(startOf(map), "A section needs at least one space.");
  }

  #isLinksAlone(): boolean {
    const has = (type: SiteNode["type"]): boolean => this.#nodes.some((node) => node.type === type);
    return has("external-link") && !has("section") && !has("space");
  }

  #node(map: YAMLMap, parent: string | undefined, kind: SiteNode["type"] | "site"): void {
    const type = map.get("type");
    // A draft is for whoever writes it: nothing of it is read before it is none. Those of links are parts of the site.
    if (map.get("draft") === true && type !== "external-link") return;
    if (type !== "section-group" && type !== "section" && type !== "space" && type !== "external-link")
      return this.#refuse(
        startOf(map),
        "`type` must be `section-group`, `section`, `space` or `external-link`.",
      );
    if (!INSIDE[kind].includes(type))
      return this.#refuse(
        startOf(map),
        `A ${type.replace("-", " ")} can't stand in a ${kind.replace("-", " ")}.`,
      );
    this.#refuseOthers(map, FIELDS[type]);
    const key = this.#key(map);
    const title = this.#text(map, "title", TITLE[type].least, TITLE[type].most);
    if (title === undefined && !map.has("title")) this.#refuse(startOf(map), "`title` is missing.");
    const isDefault = map.get("default") ?? false;
    if (typeof isDefault !== "boolean") this.#refuse(startOf(map), "`default` must be true or false.");
    const node: SiteNode = {
      key,
      type,
      parent,
      title: title ?? "",
      isDefault: isDefault === true,
      path: hasPath(type) ? this.#path(map) : undefined,
      // A space has its icon from where it is written.
      icon: type === "space" ? undefined : this.#text(map, "icon", 0, 50),
      description:
        type === "section" || type === "external-link" ? this.#text(map, "description", 0, 256) : undefined,
    };
    if (type === "external-link") this.#nodes.push({ ...node, ...this.#leading(map) });
    else this.#nodes.push(type === "space" ? { ...node, ...this.#content(map) } : node);
    if (type === "section-group" || type === "section") this.#children(map, "children", key, type);
  }

  #leading(map: YAMLMap): Pick<SiteNode, "url" | "condition" | "draft"> {
    const [url, condition] = [this.#text(map, "url", 1, 2048), this.#text(map, "condition", 0, 1024)];
    const startOfField = (field: string): number =>
      startOf((map.get(field, true) as Node | undefined) ?? map);
    if (url === undefined || !WEB.test(url) || !URL.canParse(url))
      this.#refuse(startOfField("url"), "`url` must be an address that begins with https:// or http://.");
    const why = condition === undefined ? undefined : whyUseless(condition);
    if (why !== undefined) this.#refuse(startOfField("condition"), `\`condition\`: ${why}`);
    const draft = map.get("draft") ?? false;
    if (typeof draft !== "boolean") this.#refuse(startOfField("draft"), "`draft` must be true or false.");
    return { url, condition, draft: draft === true };
  }

  #key(map: YAMLMap): string {
    const node = map.get("key", true) as Node | undefined;
    const key = plainText(node);
    if (!KEY.test(key))
      this.#refuse(
        startOf(node ?? map),
        "`key` must be letters and digits, with dots, hyphens or underscores between them, at most 100.",
      );
    else if (this.#keys.has(key)) this.#refuse(startOf(node ?? map), `The key \`${key}\` is there twice.`);
    this.#keys.add(key);
    return key;
  }

  #path(map: YAMLMap): string | undefined {
    const node = map.get("path", true) as Node | undefined;
    const path = plainText(node);
    if (PATH.test(path)) return path;
    return void this.#refuse(
      startOf(node ?? map),
      "`path` must be lower-case letters and digits, with single hyphens, dots or underscores between them.",
    );
  }

  #content(map: YAMLMap): Pick<SiteNode, "directory" | "language"> {
    const content = map.get("content", true) as Node | undefined;
    if (content === undefined) return { directory: null };
    if (!isMap(content)) {
      this.#refuse(startOf(content), "`content` must be a map.");
      return { directory: null };
    }
    this.#refuseOthers(content, ["directory", "language"]);
    const language = this.#text(content, "language", 2, 16);
    if (language !== undefined && this.#place.languages?.includes(language) === false)
      this.#refuse(startOf(content), `\`${language}\` is no language that content may have here.`);
    const node = content.get("directory", true) as Node | undefined;
    const said = isScalar(node) ? node.value : undefined;
    if (said === undefined || said === null) return { directory: null, language };
    const directory = typeof said === "string" ? folderOf(said, this.#place.project) : undefined;
    if (directory === undefined)
      this.#refuse(
        startOf(node ?? content),
        "`directory` must be a folder of the repository, like `./docs`.",
      );
    return { directory: directory ?? null, language };
  }

  #refuseMany(): void {
    for (const [type, most] of Object.entries(MOST) as [SiteNode["type"], number][])
      if (this.#nodes.filter((node) => node.type === type).length > most)
        this.#refuse(0, `A site has at most ${most} ${PLURALS[type]}.`);
    const paths = new Map<string, string>();
    for (const { key, type, parent, path } of this.#nodes) {
      if (path === undefined) continue;
      // Sections stand beside each other for readers, whichever group they are in.
      const place = `${type === "section" ? "" : (parent ?? "")} ${type} ${path}`;
      const other = paths.get(place);
      if (other !== undefined) this.#refuse(0, `\`${other}\` and \`${key}\` have the same path \`${path}\`.`);
      paths.set(place, key);
    }
  }

  #refuseOverlaps(): void {
    const taken: { key: string; directory: string }[] = [];
    for (const { key, directory } of this.#nodes) {
      if (directory === null || directory === undefined) continue;
      const other = taken.find((one) => areWithin(one.directory, directory));
      if (other !== undefined)
        this.#refuse(
          0,
          `The folders of \`${other.key}\` and \`${key}\` lie in each other. Give each its own.`,
        );
      taken.push({ key, directory });
    }
  }
}

const startOf = (node: Node): number => node.range?.[0] ?? 0;

/** Sections and spaces have a part of the address, and one of them needs none. */
export const hasPath = (type: SiteNode["type"]): boolean => type === "section" || type === "space";

/** Where none of those beside each other is the default, the first is. */
export function withDefaults(nodes: readonly SiteNode[]): SiteNode[] {
  const chosen = new Map<string, string>();
  const place = ({ type, parent }: SiteNode): string =>
    type === "section" ? "sections" : `in ${parent ?? ""}`;
  for (const isAsked of [true, false])
    for (const node of nodes)
      if (hasPath(node.type) && (node.isDefault || !isAsked) && !chosen.has(place(node)))
        chosen.set(place(node), node.key);
  return nodes.map((node) => ({
    ...node,
    isDefault: hasPath(node.type) && chosen.get(place(node)) === node.key,
  }));
}
