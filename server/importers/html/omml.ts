/** Formulas as Word writes them (OMML), as the TeX that says the same. */
import type { XmlNode } from "../xml.ts";

/** What is deeper is left out. */
const DEEPEST = 60;
const LONGEST = 10_000;

/** The TeX of a formula; undefined for one that says nothing, or too much. */
export function texOf(formula: XmlNode): string | undefined {
  const tex = inside(formula, 0).replace(/\s+/g, " ").trim();
  return tex === "" || tex.length > LONGEST ? undefined : tex;
}

type Write = (one: XmlNode, depth: number) => string;

function inside(one: XmlNode, depth: number): string {
  if (depth > DEEPEST) return "";
  return one.children
    .map((child) => (typeof child === "string" ? "" : (WRITERS[child.name]?.(child, depth + 1) ?? "")))
    .join("");
}

function part(one: XmlNode, name: string): XmlNode | undefined {
  return one.children.find((child): child is XmlNode => typeof child !== "string" && child.name === name);
}

function parts(one: XmlNode, name: string): XmlNode[] {
  return one.children.filter((child): child is XmlNode => typeof child !== "string" && child.name === name);
}

/** A part in braces; empty ones are there, too: an index stands at something. */
function braced(one: XmlNode, name: string, depth: number): string {
  const found = part(one, name);
  return `{${found === undefined ? "" : inside(found, depth).trim()}}`;
}

function plain(one: XmlNode, name: string, depth: number): string {
  const found = part(one, name);
  return found === undefined ? "" : inside(found, depth).trim();
}

/** What an element says of itself: `chr` in `naryPr`, and so on. */
function property(one: XmlNode, group: string, name: string): string | undefined {
  const properties = part(one, group);
  return properties === undefined ? undefined : part(properties, name)?.attributes["m:val"];
}

const isOn = (value: string | undefined): boolean =>
  value !== undefined && !["0", "off", "false"].includes(value);

function isSet(one: XmlNode, group: string, name: string): boolean {
  const properties = part(one, group);
  const found = properties === undefined ? undefined : part(properties, name);
  return found !== undefined && isOn(found.attributes["m:val"] ?? "1");
}

const SIGNS: Readonly<Record<string, string>> = {
  "∑": "\\sum", "∏": "\\prod", "∐": "\\coprod", "∫": "\\int", "∬": "\\iint", "∭": "\\iiint", "∮": "\\oint",
  "⋃": "\\bigcup", "⋂": "\\bigcap", "⋁": "\\bigvee", "⋀": "\\bigwedge",
}; // prettier-ignore
const ACCENTS: Readonly<Record<string, string>> = {
  "\u0302": "\\hat", "\u0303": "\\tilde", "\u0304": "\\bar", "\u0305": "\\overline", "\u00af": "\\bar", "\u20d7": "\\vec",
  "\u0307": "\\dot", "\u0308": "\\ddot", "\u030c": "\\check", "\u0306": "\\breve", "\u0301": "\\acute", "\u0300": "\\grave",
}; // prettier-ignore
const FENCES: Readonly<Record<string, string>> = {
  "": ".", "{": "\\{", "}": "\\}", "⟨": "\\langle", "⟩": "\\rangle", "⌈": "\\lceil", "⌉": "\\rceil",
  "⌊": "\\lfloor", "⌋": "\\rfloor", "‖": "\\|",
}; // prettier-ignore
const OPERATORS = new Set([
  "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "csc", "deg", "det", "dim", "exp", "gcd", "hom", "inf",
  "ker", "lim", "liminf", "limsup", "ln", "log", "max", "min", "sec", "sin", "sinh", "sup", "tan", "tanh",
]); // prettier-ignore
const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\backslash ", "{": "\\{", "}": "\\}", $: "\\$", "#": "\\#", "%": "\\%", _: "\\_", "^": "\\hat{}", "~": "\\sim ",
  "\u2061": "", "\u00a0": "\\ ", "−": "-", "⋯": "\\cdots ", "…": "\\dots ",
}; // prettier-ignore

/** Letters and signs; `&` aligns the lines of a list of equations. */
function run(one: XmlNode): string {
  const text = parts(one, "m:t")
    .flatMap(({ children }) => children)
    .filter((child) => typeof child === "string")
    .join("");
  if (isSet(one, "m:rPr", "m:nor")) return `\\text{${text.replace(/[\\{}$&#%_^~]/g, "")}}`;
  return text.replace(/[\\{}$#%_^~\u2061\u00a0−⋯…]/g, (sign) => SPECIAL[sign] ?? sign);
}

/** "sin" as the function that it names. */
function operator(name: string): string {
  return OPERATORS.has(name) ? `\\${name} ` : /^[a-z]{2,20}$/i.test(name) ? `\\operatorname{${name}}` : name;
}

const fraction: Write = (one, depth) => {
  const [above, below] = [braced(one, "m:num", depth), braced(one, "m:den", depth)];
  const type = property(one, "m:fPr", "m:type");
  if (type === "lin" || type === "skw") return `${above}/${below}`;
  return type === "noBar" ? `\\genfrac{}{}{0pt}{}${above}${below}` : `\\frac${above}${below}`;
};

const nary: Write = (one, depth) => {
  const chr = property(one, "m:naryPr", "m:chr") ?? "∫";
  const limits = property(one, "m:naryPr", "m:limLoc") === "undOvr" ? "\\limits" : "";
  const [sub, sup] = [plain(one, "m:sub", depth), plain(one, "m:sup", depth)];
  const index = `${sub === "" ? "" : `_{${sub}}`}${sup === "" ? "" : `^{${sup}}`}`;
  return `${SIGNS[chr] ?? chr}${limits}${index} ${braced(one, "m:e", depth)}`;
};

const delimited: Write = (one, depth) => {
  const fence = (name: string, otherwise: string): string => {
    const chr = property(one, "m:dPr", name) ?? otherwise;
    return FENCES[chr] ?? chr;
  };
  const separator = ` \\middle${fence("m:sepChr", "|")} `;
  const within = parts(one, "m:e").map((entry) => inside(entry, depth).trim());
  return `\\left${fence("m:begChr", "(")} ${within.join(separator)} \\right${fence("m:endChr", ")")}`;
};

const limit =
  (command: "\\underset" | "\\overset", mark: "_" | "^"): Write =>
  (one, depth) => {
    const base = plain(one, "m:e", depth);
    const at = braced(one, "m:lim", depth);
    return OPERATORS.has(base) ? `\\${base}${mark}${at}` : `${command}${at}{${base}}`;
  };

const group: Write = (one, depth) => {
  const chr = property(one, "m:groupChrPr", "m:chr") ?? "⏟";
  const isTop = property(one, "m:groupChrPr", "m:pos") === "top";
  const base = braced(one, "m:e", depth);
  if (chr === "⏟" || chr === "⏞") return `\\${chr === "⏞" ? "over" : "under"}brace${base}`;
  return `\\${isTop ? "over" : "under"}set{${chr}}${base}`;
};

const WRITERS: Readonly<Record<string, Write>> = {
  "m:r": run,
  "m:f": fraction,
  "m:nary": nary,
  "m:d": delimited,
  "m:sSup": (one, depth) => `${braced(one, "m:e", depth)}^${braced(one, "m:sup", depth)}`,
  "m:sSub": (one, depth) => `${braced(one, "m:e", depth)}_${braced(one, "m:sub", depth)}`,
  "m:sSubSup": (one, depth) =>
    `${braced(one, "m:e", depth)}_${braced(one, "m:sub", depth)}^${braced(one, "m:sup", depth)}`,
  "m:sPre": (one, depth) =>
    `{}_${braced(one, "m:sub", depth)}^${braced(one, "m:sup", depth)}${braced(one, "m:e", depth)}`,
  "m:rad": (one, depth) => {
    const degree = isSet(one, "m:radPr", "m:degHide") ? "" : plain(one, "m:deg", depth);
    return `\\sqrt${degree === "" ? "" : `[${degree}]`}${braced(one, "m:e", depth)}`;
  },
  "m:m": (one, depth) => {
    const rows = parts(one, "m:mr").map((row) =>
      parts(row, "m:e")
        .map((cell) => inside(cell, depth).trim())
        .join(" & "),
    );
    return `\\begin{matrix}${rows.join(" \\\\ ")}\\end{matrix}`;
  },
  "m:eqArr": (one, depth) =>
    `\\begin{aligned}${parts(one, "m:e")
      .map((line) => inside(line, depth).trim())
      .join(" \\\\ ")}\\end{aligned}`,
  "m:func": (one, depth) => `${operator(plain(one, "m:fName", depth))}${braced(one, "m:e", depth)}`,
  "m:limLow": limit("\\underset", "_"),
  "m:limUpp": limit("\\overset", "^"),
  "m:acc": (one, depth) =>
    `${ACCENTS[property(one, "m:accPr", "m:chr") ?? "\u0302"] ?? "\\hat"}${braced(one, "m:e", depth)}`,
  "m:bar": (one, depth) =>
    `\\${property(one, "m:barPr", "m:pos") === "top" ? "over" : "under"}line${braced(one, "m:e", depth)}`,
  "m:groupChr": group,
  "m:borderBox": (one, depth) => `\\boxed${braced(one, "m:e", depth)}`,
  "m:phant": (one, depth) => `\\phantom${braced(one, "m:e", depth)}`,
  ...Object.fromEntries(
    ["m:box", "m:e", "m:oMath", "w:ins", "w:smartTag"].map((name) => [
      name,
      (one: XmlNode, depth: number) => inside(one, depth),
    ]),
  ),
};
