/** The policy that an integration asks browsers to hold its scripts and blocks to. */
import { invalidField } from "../../http/errors.ts";

/** Every directive that may be named. */
export const DIRECTIVES = [
  "base-uri",
  "block-all-mixed-content",
  "child-src",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "navigate-to",
  "object-src",
  "plugin-types",
  "prefetch-src",
  "referrer",
  "report-to",
  "report-uri",
  "require-sri-for",
  "require-trusted-types-for",
  "sandbox",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "upgrade-insecure-requests",
  "worker-src",
] as const;

const KNOWN = new Set<string>(DIRECTIVES);
const LONGEST = 4096;
const WHITE = /[ \t\r\n\f]+/;
/** What a value may be written in: no comma and no semicolon, which would begin another policy or directive. */
const VALUE = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/;
const KEYWORDS =
  /^'(?:self|none|unsafe-inline|unsafe-hashes|strict-dynamic|report-sample|wasm-unsafe-eval|script|allow-duplicates|(?:nonce|sha256|sha384|sha512)-[\w+/=-]{1,128})'$/;

/**
 * The policy as one line, directives in the order they were given.
 * @param given a policy as a header writes it, or its directives by name
 * @throws 400 for what a browser would read otherwise than it looks, and for `'unsafe-eval'`
 */
export function contentSecurityPolicy(given: string | Readonly<Record<string, string>>): string {
  const parts = typeof given === "string" ? directivesOf(given) : Object.entries(given).map(plainValue);
  const seen = new Set<string>();
  const lines = parts.map(([name, value]) => {
    const problem = directiveProblem(name, value, seen);
    if (problem !== undefined) throw refused(problem);
    seen.add(name);
    return value === "" ? name : `${name} ${value}`;
  });
  const line = lines.join("; ");
  if (line.length > LONGEST) throw refused(`is longer than ${LONGEST} characters.`);
  return line;
}

function refused(problem: string): Error {
  return invalidField("/contentSecurityPolicy", problem);
}

type Directive = readonly [name: string, value: string];

function directivesOf(text: string): Directive[] {
  const directives = text.split(";").map((part) => part.trim());
  return directives
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...values] = part.split(WHITE);
      return [name.toLowerCase(), values.join(" ")];
    });
}

/** As manifests have them: over several lines, and with the semicolon that ends them in a header. */
function plainValue([name, value]: Directive): Directive {
  return [
    name,
    value
      .trim()
      .replace(/(?:\s*;)+$/, "")
      .split(WHITE)
      .join(" "),
  ];
}

function directiveProblem(name: string, value: string, seen: ReadonlySet<string>): string | undefined {
  if (!KNOWN.has(name)) return `names the directive ${JSON.stringify(name.slice(0, 50))}, which there isn't.`;
  if (seen.has(name)) return `names ${name} twice.`;
  for (const part of value.split(" ")) {
    if (part === "") continue;
    if (!VALUE.test(part)) return `has a value in ${name} with a character that does not belong there.`;
    if (part.startsWith("'") && !KEYWORDS.test(part)) {
      return `has ${part.slice(0, 50)} in ${name}, which is not allowed.`;
    }
  }
  return undefined;
}
