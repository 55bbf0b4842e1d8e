/** Names of programming languages: what authors write, which grammar that is, and what readers are shown where no title says it. */
import { languageAliasNames, languageNames } from "@shikijs/langs";
import { titleOfLanguage } from "./languageTitles.ts";

const GRAMMARS: ReadonlySet<string> = new Set([...languageNames, ...languageAliasNames]);

// What people write beyond the grammars' own names and aliases.
const ALSO: Readonly<Record<string, string>> = {
  "c++": "cpp",
  "c#": "csharp",
  "f#": "fsharp",
  "objective-c": "objc",
  golang: "go",
  node: "javascript",
  curl: "bash",
  "shell-session": "shellsession",
  env: "dotenv",
  conf: "ini",
  htm: "html",
  svg: "xml",
  plist: "xml",
  xsd: "xml",
  mongodb: "javascript",
  postgres: "sql",
  postgresql: "sql",
  mysql: "sql",
  sqlite: "sql",
  hcl: "terraform",
  proto: "protobuf",
  patch: "diff",
  jsonl: "json",
  cfg: "ini",
  "java-script": "javascript",
  vb: "vb",
  ino: "cpp",
};

const PLAIN = new Set(["", "text", "txt", "plain", "plaintext", "none", "nohighlight", "output"]);

/** Takes a language as written in an info string; gives its grammar's name, or undefined when there is none. */
export function grammarOf(lang: string): string | undefined {
  const name = lang.toLowerCase();
  if (PLAIN.has(name)) return undefined;
  const known = Object.hasOwn(ALSO, name) ? ALSO[name] : name;
  return known !== undefined && GRAMMARS.has(known) ? known : undefined;
}

/** Takes a language as written; gives the name to show, or undefined for plain and unknown ones. */
export function languageTitle(lang: string): string | undefined {
  return titleOfLanguage(lang) ?? grammarOf(lang);
}
