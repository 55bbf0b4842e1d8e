/** Texts that were written to harm readers, and a strict reader of what a site made of them. */
import { fromHtml } from "hast-util-from-html";

const PWN = "window.__pwn=1";

/** Where markup would end, begin or run, and what text handling stumbles over. */
export const HOSTILE_TEXTS: readonly string[] = [
  `<script>${PWN}</script>`,
  `</title><script>${PWN}</script>`,
  `--><script>${PWN}</script><!--`,
  `"><img src=x onerror=${PWN}>`,
  `'><svg onload=${PWN}>`,
  `" onmouseover="${PWN}" x="`,
  `' autofocus onfocus='${PWN}`,
  ` onload=${PWN} `,
  "<base href=//evil.example/>",
  `<meta http-equiv=refresh content=0;url=//evil.example>`,
  "<link rel=stylesheet href=//evil.example/x>",
  `<iframe srcdoc='<script>${PWN}</script>'>`,
  `<form action=javascript:${PWN}><button>`,
  `<math><mi xlink:href=javascript:${PWN}>x`,
  `<noscript><p title="</noscript><img onerror=${PWN}>">`,
  `<template><script>${PWN}</script></template>`,
  "<plaintext>",
  "<!--",
  "<![CDATA[<script>]]>",
  "]]><loc>https://evil.example/</loc>",
  "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e 'x'>]>&e;",
  "&lt;script&gt;&#60;img src=x&#62;",
  `[x](javascript:${PWN})`,
  `![x](x "onerror=${PWN}")`,
  "# x\r\n- [evil](https://evil.example/)",
  "---\ntitle: x\n---\n<b>",
  '{% embed url="//evil.example" %}',
  `\${${PWN}}{{${PWN}}}`,
  "constructor",
  "__proto__",
  "../../../etc/passwd",
  "%0d%0aset-cookie:%20a=1",
  "x\r\nSet-Cookie: a=1\r\n\r\n<b>",
  "$& $` $' $1 $<x>",
  "\u202egnp.exe\u2066",
  "\u2028x\u2029",
  "\u0000x\u0008",
  "\ud83d",
  "d83d",
  "1f1e9-d800",
  "\\\"'`;}</style>*{color:red}",
  "𝕏".repeat(20),
];

/** Addresses that must become no link. */
export const HOSTILE_ADDRESSES: readonly string[] = [
  `javascript:${PWN}`,
  `JaVaScRiPt:${PWN}`,
  ` javascript:${PWN}`,
  `java\tscript:${PWN}`,
  `\u0001javascript:${PWN}`,
  `java\nscript:${PWN}`,
  `javascript://example.com/%0a${PWN}`,
  "vbscript:x",
  `data:text/html,<script>${PWN}</script>`,
  "data:image/svg+xml,<svg onload=x>",
  "blob:https://evil.example/x",
  "file:///etc/passwd",
  `https://a.example/"><script>${PWN}</script>`,
  `https://a.example/' onclick='${PWN}`,
  "https://a.example/\r\nSet-Cookie: a=1",
];

const HEAD = new Set("meta title link script".split(" "));
const BODY = new Set(
  (
    "a article aside b blockquote body br button code dd details dialog div dl dt em figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr img input kbd label li main mark nav ol p path pre s section small span strong sub " +
    "summary sup svg nav-position fieldset legend table tbody td th thead time tr u ul output select option textarea use"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  (
    "charSet name content property rel href as crossOrigin media type src lang dir id className alt title width height " +
    "action method value placeholder maxLength autoComplete enterKeyHint role tabIndex htmlFor target open popover " +
    "popoverTarget popoverTargetAction loading decoding dateTime hidden disabled download colSpan rowSpan scope d " +
    "viewBox fill stroke strokeWidth strokeLineCap strokeLineJoin checked required multiple inputMode minLength " +
    "ariaLabel ariaHidden itemProp itemScope itemType"
  ).split(" "),
);
const ADDRESSES = new Set(["href", "src", "action", "formAction", "dataCopyPage", "dataZoom", "dataUrl"]);
const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
const RELATIONS = new Set(["stylesheet", "icon", "canonical", "alternate", "preload"]);
const BASE = "http://own.invalid/acme/x/";

type Parsed = ReturnType<typeof fromHtml>["children"][number];
type Element = Extract<Parsed, { readonly type: "element" }>;

/**
 * Reads a page as a browser would, by lists of its own; gives what should not be there, nothing when all is well.
 * @param also properties that its forms have beyond those of sites
 */
export function auditPage(html: string, also: readonly string[] = []): string[] {
  const wrong: string[] = [];
  const visit = (node: Parsed, place: "head" | "body"): void => {
    if (node.type === "comment") wrong.push(`comment ${node.value}`);
    if (node.type !== "element") return;
    wrong.push(...auditElement(node, place, also));
    for (const child of node.children) visit(child, place);
  };
  for (const root of fromHtml(html).children) {
    if (root.type === "doctype") continue;
    if (root.type !== "element") wrong.push(`${root.type} outside the document`);
    else
      for (const part of root.children)
        if (part.type === "element") {
          if (part.tagName === "head") for (const child of part.children) visit(child, "head");
          else visit(part, "body");
        }
  }
  return wrong;
}

function auditElement(
  { tagName, properties, children }: Element,
  place: "head" | "body",
  also: readonly string[],
): string[] {
  const wrong: string[] = [];
  const at = `<${tagName}>`;
  if (!(place === "head" ? HEAD : BODY).has(tagName)) wrong.push(`${at} in the ${place}`);
  if (tagName === "script" && (children.length > 0 || !isAsset(properties["src"])))
    wrong.push(`foreign ${at}`);
  if (tagName === "link") wrong.push(...auditLink(properties));
  if (tagName === "use" && !isIcon(properties["href"])) wrong.push(`drawing ${String(properties["href"])}`);
  for (const [name, value] of Object.entries(properties)) {
    const isKnown = ATTRIBUTES.has(name) || also.includes(name) || /^(?:data|aria)[A-Z]/.test(name);
    if (!isKnown) wrong.push(`${name} on ${at}`);
    if (!ADDRESSES.has(name) || isHarmless(String(value))) continue;
    // The letter or the character in a tab is a drawing of ours.
    if (tagName === "link" && String(value).startsWith("data:image/svg+xml,%3Csvg%20")) continue;
    wrong.push(`${name}=${String(value)} on ${at}`);
  }
  return wrong;
}

function auditLink({ rel, href }: Element["properties"]): string[] {
  const [relation = ""] = [rel ?? []].flat().map(String);
  if (!RELATIONS.has(relation)) return [`link ${relation}`];
  const isOwn = isAsset(href) || /^\/acme\/[\w-]+\/~\/fonts\/\w+\.css/.test(String(href));
  return relation === "stylesheet" && !isOwn ? [`sheet ${String(href)}`] : [];
}

const isIcon = (address: unknown) => /^\/~\/icons\/[a-z\d-]+\.svg#i$/.test(String(address));

const isAsset = (address: unknown) => /^\/~\/assets\/[\w.-]+$/.test(String(address));

function isHarmless(address: string): boolean {
  return !URL.canParse(address, BASE) || SCHEMES.has(new URL(address, BASE).protocol);
}

const XML_PIECE =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<\/([a-zA-Z:]+)>|<([a-zA-Z:]+)((?: [a-zA-Z:]+="[^"<&]*")*)(\/?)>|[^<>&]+|&(?:#\d+|amp|lt|gt|quot|apos);/y;
const XML_NAMES = new Set(
  "urlset url loc lastmod rss channel title link description language lastBuildDate atom:link item guid pubDate category".split(
    " ",
  ),
);

/** Reads a list for machines strictly; gives what is wrong with it, nothing when all is well. */
export function auditXml(xml: string): string[] {
  const open: string[] = [];
  // oxlint-disable-next-line no-control-regex -- characters that XML can't hold
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml)) return ["control characters"];
  for (let at = 0; at < xml.length; at = XML_PIECE.lastIndex) {
    XML_PIECE.lastIndex = at;
    const found = XML_PIECE.exec(xml);
    if (found === null) return [`no XML at: ${xml.slice(at, at + 80)}`];
    const [, closed, opened, , isEmpty] = found;
    if (closed !== undefined && open.pop() !== closed) return [`</${closed}> closes something else`];
    if (opened !== undefined && !XML_NAMES.has(opened)) return [`<${opened}>`];
    if (opened !== undefined && isEmpty === "") open.push(opened);
  }
  return open.map((name) => `<${name}> left open`);
}
