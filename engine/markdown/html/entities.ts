/** Character references in raw HTML. What is not known stays as written and is escaped when written out. */

// U+00A0 to U+00FF in order.
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const NAMED = new Map<string, string>([
  ...LATIN.split(" ").map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    Tab: "\t",
    NewLine: "\n",
    colon: ":",
    sol: "/",
    bsol: "\\",
    lpar: "(",
    rpar: ")",
    lsqb: "[",
    rsqb: "]",
    lcub: "{",
    rcub: "}",
    num: "#",
    quest: "?",
    equals: "=",
    commat: "@",
    period: ".",
    comma: ",",
    semi: ";",
    excl: "!",
    dollar: "$",
    percnt: "%",
    ast: "*",
    plus: "+",
    lowbar: "_",
    grave: "`",
    verbar: "|",
    Hat: "^",
    ndash: "–",
    mdash: "—",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    hellip: "…",
    bull: "•",
    trade: "™",
    euro: "€",
    larr: "←",
    rarr: "→",
    uarr: "↑",
    darr: "↓",
    ensp: "\u2002",
    emsp: "\u2003",
    thinsp: "\u2009",
    zwnj: "\u200c",
    zwj: "\u200d",
    ZeroWidthSpace: "\u200b",
  }),
]);

const REFERENCE = /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));?/g;

/** Replaces character references by what they stand for. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    return codePoint(decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal));
  });
}

function codePoint(code: number): string {
  const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return invalid ? "\ufffd" : String.fromCodePoint(code);
}
