/** Pages of MDX, whatever tool they are of: modules go, components are written by a table, fences get their titles. */
import { COMMON } from "./commonComponents.ts";
import { writeComponents, type ComponentTable } from "./components.ts";
import { importedParts, plainTags, withoutExpressions, withoutModules } from "./esm.ts";
import { writeFences } from "./fences.ts";
import { addressByPath, folderItems } from "./folders.ts";
import { resolvePath, type IncludeRule } from "./includes.ts";
import { headingIds } from "./inline.ts";
import { numberExtra, textExtra, type Project, type Tool, type ProjectPage } from "./project.ts";

/** A page of MDX in the dialect. */
export function writeMdx(text: string, table: ComponentTable, { path, told }: ProjectPage): string {
  const plain = plainTags(headingIds(withoutModules(withAssets(text))));
  const components = writeComponents(plain, table, told, path);
  return writeFences(withoutExpressions(components, told, path));
}

const ASSET =
  /^import\s+(\w{1,80})\s+from\s+["']([^"'\n]{1,500}\.(?:png|jpe?g|gif|svg|webp|avif|pdf|mp4))["']/gm;

/** Pictures that a page imports are named by their paths. */
function withAssets(text: string): string {
  const paths = new Map(
    [...text.slice(0, 200_000).matchAll(ASSET)].map(([, name = "", path = ""]) => [name, path]),
  );
  const named =
    paths.size === 0
      ? text
      : text.replace(/=\{(\w{1,80})\}/g, (whole, name: string) => {
          const path = paths.get(name);
          return path === undefined ? whole : `="${path}"`;
        });
  return named.replace(
    /=\{\s*(?:require|useBaseUrl)\(\s*["']([^"'\n]{1,500})["']\s*\)(?:\.default)?\s*\}/g,
    '="$1"',
  );
}

/** Pages that a page imports and shows as components. `resolve` gives the path in the source. */
export function partRules(
  text: string,
  resolve: (from: string, written: string) => string | undefined = resolvePath,
): IncludeRule[] {
  const parts = importedParts(text);
  if (parts.size === 0) return [];
  const names = [...parts.keys()].slice(0, 200).join("|");
  return [
    {
      pattern: new RegExp(`<(${names})(?:\\s[^<>\\n]{0,500})?/>`, "g"),
      inCode: false,
      read: ([, name = ""], from) => {
        const path = resolve(from, parts.get(name) ?? "");
        return path === undefined ? undefined : { paths: [path], select: partText };
      },
    },
  ];
}

/** What is shown of a page within another: no front matter, no modules. */
export function partText(text: string): string {
  return withoutModules(text.replaceAll("\r\n", "\n").replace(/^---\n[^]*?\n---\n/, "")).trim();
}

/** Files of MDX that no tool's settings stand beside. */
export const MDX: Tool = {
  name: "MDX",
  understood: "pages, the well-known components and titles of code",
  find: ({ paths }) => paths.find((path) => /\.mdx$/i.test(path)),
  open: ({ paths }) => Promise.resolve(openMdx(paths)),
};

function openMdx(paths: readonly string[]): Project {
  const pages = paths.filter((path) => /\.(?:mdx?|markdown)$/i.test(path));
  return {
    content: "",
    pages,
    statics: ["public", "static"],
    addressOf: (path) => addressByPath("", path),
    includes: (text) => partRules(text),
    write: (text, page) => writeMdx(text, COMMON, page),
    facts: (_, meta) => ({
      label: textExtra(meta, "sidebar_label") ?? textExtra(meta, "sidebarTitle"),
      order:
        numberExtra(meta, "sidebar_position") ?? numberExtra(meta, "order") ?? numberExtra(meta, "weight"),
    }),
    navigation: (facts) => folderItems(pages, "", { facts }),
  };
}
