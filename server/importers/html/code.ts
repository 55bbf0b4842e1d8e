/** Blocks of code, with the language and the title that generators write around them. */
import type { Element } from "hast";
import { toText } from "hast-util-to-text";
import { attribute, childElements, classesOf, element, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

const LANGUAGE = /^(?:language-|lang-|highlight-source-|highlight-|brush:\s*)([a-z0-9+#._-]+)$/;
/** Classes that follow the pattern and name no language. */
const NO_LANGUAGE = new Set([
  "default",
  "none",
  "text",
  "plain",
  "plaintext",
  "notranslate",
  "source",
  "raw",
  "txt",
]);
/** Names that Confluence, Pygments and GitHub have for what fences call otherwise. */
const SAME: Readonly<Record<string, string>> = {
  js: "js", shell: "bash", console: "bash", "shell-session": "bash", py: "python", python3: "python", ipython3: "python",
  pycon: "python", c_cpp: "cpp", "c++": "cpp", yml: "yaml", golang: "go", postgresql: "sql",
}; // prettier-ignore
const TITLES =
  /^(?:codeblocktitle|code-block-caption|filename|code-title|rehype-code-title|codehilite-title)(?:_|$)/;

/** Whether an element is a block of code, or what a generator puts around a single one. */
export function isCodeBlock(one: Element): boolean {
  if (isNamed(one, "pre")) return true;
  if (!isNamed(one, "div", "figure", "table", "td")) return false;
  if (firstIn(one, (inner) => isNamed(inner, "pre")) === undefined) return false;
  const isWrapped =
    classesOf(one).some(
      (name) =>
        LANGUAGE.test(name) ||
        /^(?:codehilite|highlight|highlighttable|rouge-table|frame|literal-block-wrapper|expressive-code|listingblock|code-block)$/.test(
          name,
        ),
    ) || classesOf(one).some((name) => /^(?:codeblockcontainer|theme-code-block)/.test(name));
  return isWrapped && singlePre(one);
}

/** Line numbers may be in a `pre` of their own. */
function singlePre(one: Element): boolean {
  return presOf(one).length === 1;
}

function presOf(one: Element): Element[] {
  const pres: Element[] = [];
  const left = [one];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (hasClass(next, "linenos", "linenodiv", "gutter", "rouge-gutter", "lineno")) continue;
    if (isNamed(next, "pre")) pres.push(next);
    else left.push(...childElements(next).toReversed());
  }
  return pres;
}

/** The block as one element with its language, title and text; `around` says the language when it doesn't itself. */
export function codeBlock(one: Element): Element {
  const pre = presOf(one)[0] ?? one;
  const language = languageOf(one) ?? languageOf(pre) ?? languageIn(pre) ?? languageIn(one);
  const title = isNamed(one, "pre") ? undefined : titleIn(one);
  const text = toText(withoutNumbers(pre), { whitespace: "pre" })
    .replace(/\r\n?/g, "\n")
    .replace(/\u00a0/g, " ")
    .replace(/\n+$/, "");
  return element(
    "lectern-code",
    // Not as a child: blanks between elements are collapsed later.
    { language: language ?? "", text, ...(title === undefined || title === "" ? {} : { title }) },
    [],
  );
}

function withoutNumbers(pre: Element): Element {
  const isLeftOut = (one: Element): boolean =>
    hasClass(one, "linenos", "lineno", "line-numbers-rows", "linenumber") || isNamed(one, "button", "script");
  return { ...pre, children: pre.children.filter((child) => child.type !== "element" || !isLeftOut(child)) };
}

function titleIn(one: Element): string | undefined {
  const title = firstIn(
    one,
    (inner) =>
      isNamed(inner, "figcaption") ||
      classesOf(inner).some(
        (name) => TITLES.test(name) || (name === "title" && hasClass(one, "listingblock")),
      ),
  );
  return title === undefined ? undefined : textOf(title).replace(/[¶"]/g, "").slice(0, 200).trim();
}

function languageIn(one: Element): string | undefined {
  for (const child of childElements(one)) {
    const language =
      languageOf(child) ?? (isNamed(child, "div", "figure", "pre") ? languageIn(child) : undefined);
    if (language !== undefined) return language;
  }
  return undefined;
}

/** On other elements it names the language of people. */
const preLang = (one: Element): string | undefined =>
  isNamed(one, "pre") ? attribute(one, "lang") : undefined;

function languageOf(one: Element): string | undefined {
  const said = attribute(one, "dataLang") ?? attribute(one, "dataLanguage") ?? preLang(one);
  const params = BRUSH.exec(attribute(one, "dataSyntaxhighlighterParams") ?? "")?.[1];
  const named = namedLanguage(one);
  const language = (said ?? params ?? named ?? "").toLowerCase();
  if (language === "" || NO_LANGUAGE.has(language) || !/^[a-z0-9+#._-]{1,40}$/.test(language))
    return undefined;
  return Object.hasOwn(SAME, language) ? SAME[language] : language;
}

const BRUSH = /brush:\s*([a-z0-9+#-]{1,40})/i;

/** By its classes: one of its own, the word after `brush:`, or the other one beside those of known highlighters. */
function namedLanguage(one: Element): string | undefined {
  const classes = classesOf(one);
  const own = classes.map((name) => LANGUAGE.exec(name)?.[1]).find((name) => name !== undefined);
  if (own !== undefined) return own;
  const brush = BRUSH.exec(classes.join(" "))?.[1];
  if (brush !== undefined) return brush;
  const isHighlighted = classes.includes("sourcecode") || classes.includes("hljs");
  return isHighlighted && isNamed(one, "pre", "code", "div")
    ? classes.find((name) => !BESIDE.has(name))
    : undefined;
}

/** What stands beside a language in the classes of Pandoc and highlight.js. */
const BESIDE = new Set(["sourcecode", "hljs", "numbersource", "numberlines", "linenos", "undefined"]);
