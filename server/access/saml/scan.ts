/**
 * A strict reader of XML for what comes from strangers: elements, attributes and text, and nothing else. It knows no
 * document type, no entities but the five, no comments, CDATA or processing instructions, because answers of identity
 * providers have none and attacks do. What it accepts, every parser reads in the same way.
 */
import { distrust } from "./refused.ts";

/** An element as it stands in the document. */
export interface XmlElement {
  readonly local: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: XmlElement | undefined;
  readonly children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

const DEEPEST = 40;
const NAME = "[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?";
const ATTRIBUTE = `\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, "g");
const TAG = new RegExp(`<(/?)(${NAME})((?:${ATTRIBUTE})*)\\s*(/?)>`, "y");
const DECLARATION =
  /^<\?xml version="1\.0"(?: encoding="[Uu][Tt][Ff]-8")?(?: standalone="(?:yes|no)")?\?>\s*/;
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

type Namespaces = ReadonlyMap<string, string>;

interface Open {
  readonly element: XmlElement;
  readonly name: string;
  readonly namespaces: Namespaces;
}

/** The root of a document. @throws SamlRefused for anything but plain elements, attributes and text */
export function scanXml(xml: string): XmlElement {
  if (FORBIDDEN.test(xml)) distrust("It holds characters that no XML has.");
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let at = DECLARATION.exec(xml)?.[0].length ?? 0;
  while (at < xml.length) {
    const next = xml.indexOf("<", at);
    const text = xml.slice(at, next < 0 ? undefined : next);
    const top = open.at(-1);
    if (top !== undefined) top.element.text += decode(text);
    else if (text.trim() !== "") distrust("It has text outside its element.");
    if (next < 0) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(xml);
    if (tag === null)
      distrust("It has a document type, a comment or other markup that isn't a plain element.");
    at = TAG.lastIndex;
    const [, closes, name, attributes, , , , isEmpty] = tag as unknown as string[];
    if (closes === "/") {
      if (open.pop()?.name !== name || attributes !== "" || isEmpty === "/")
        distrust("Its elements don't match.");
      continue;
    }
    if (open.length >= DEEPEST) distrust(`Its elements lie deeper than ${DEEPEST}.`);
    if (top === undefined && root !== undefined) distrust("It has two roots.");
    const opened = read(name as string, attributes as string, top);
    root ??= opened.element;
    top?.element.children.push(opened.element);
    if (isEmpty !== "/") open.push(opened);
  }
  if (root === undefined || open.length > 0) distrust("It isn't a whole document.");
  return root as XmlElement;
}

function read(name: string, text: string, parent: Open | undefined): Open {
  const raw = new Map<string, string>();
  for (const [, key, double, single] of text.matchAll(ATTRIBUTES)) {
    if (raw.has(key as string)) distrust(`An element has ${key} twice.`);
    raw.set(key as string, decode(double ?? single ?? ""));
  }
  const namespaces = declared(raw, parent?.namespaces ?? new Map([["xml", XML]]));
  const attributes = new Map<string, string>();
  for (const [key, value] of raw) {
    if (key === "xmlns" || key.startsWith("xmlns:")) continue;
    const [prefix, local] = split(key);
    // An attribute without a prefix has no namespace, whatever the default one is.
    const qualified = prefix === "" ? local : `{${lookUp(namespaces, prefix)}}${local}`;
    if (attributes.has(qualified)) distrust(`An element has ${key} twice.`);
    attributes.set(qualified, value);
  }
  const [prefix, local] = split(name);
  const namespace = prefix === "" ? (namespaces.get("") ?? "") : lookUp(namespaces, prefix);
  const element = { local, namespace, attributes, parent: parent?.element, children: [], text: "" };
  return { element, name, namespaces };
}

const XML = "http://www.w3.org/XML/1998/namespace";

/** Relative and empty namespaces are where canonical forms differ, so they are not read at all. */
function declared(raw: ReadonlyMap<string, string>, above: Namespaces): Namespaces {
  let namespaces: Map<string, string> | undefined;
  for (const [key, value] of raw) {
    if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
    const prefix = key.slice("xmlns:".length);
    if (!/^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$/.test(value)) distrust("A namespace is no absolute address.");
    if (prefix === "xml" || prefix === "xmlns" || value === XML)
      distrust("A reserved prefix is bound again.");
    namespaces ??= new Map(above);
    namespaces.set(prefix, value);
  }
  return namespaces ?? above;
}

function lookUp(namespaces: Namespaces, prefix: string): string {
  return namespaces.get(prefix) ?? distrust(`The prefix ${prefix} is bound to nothing.`);
}

function split(name: string): [prefix: string, local: string] {
  const at = name.indexOf(":");
  return at < 0 ? ["", name] : [name.slice(0, at), name.slice(at + 1)];
}

function decode(text: string): string {
  if (!text.includes("&")) return text;
  const decoded = text.replace(ENTITY, (_, named?: string, decimal?: string, hex?: string) => {
    if (named !== undefined) return NAMED[named] as string;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : "\0";
    if (FORBIDDEN.test(character)) distrust("It holds characters that no XML has.");
    return character;
  });
  if (/&/.test(text.replace(ENTITY, ""))) distrust("It uses an entity of its own.");
  return decoded;
}
