/** Real Markdown to try readers and printers on: what packages and this repository have, and what nobody should write. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

type Files = Readonly<Record<string, string | Uint8Array>>;

const MODULES = join(import.meta.dirname, "../../node_modules");

/** The packages whose own folder holds several Markdown files, the installed packages left out. */
export function markdownFolders(): [name: string, files: Files][] {
  return readdirSync(MODULES)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(MODULES, name)).map((part) => `${name}/${part}`) : [name],
    )
    .flatMap((name) => {
      const files = filesBelow(join(MODULES, name), "");
      return Object.keys(files).length > 1 ? [[name, files] as [string, Files]] : [];
    });
}

function filesBelow(root: string, folder: string): Files {
  const found: Record<string, Uint8Array> = {};
  if (!statSync(join(root, folder)).isDirectory()) return found;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    // What an import leaves alone.
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) Object.assign(found, filesBelow(root, path));
    else if (/\.(?:md|markdown|png|svg|gif|yaml)$/i.test(entry.name))
      found[path] = readFileSync(join(root, path));
  }
  return found;
}

/** The manual, with its table of contents. */
export function ownDocumentation(): Files {
  return filesBelow(join(import.meta.dirname, "../../docs"), "");
}

/** Everything that printing anew would write otherwise. */
export const ODD_FILES: Files = {
  ".gitbook.yaml":
    "# ours\nroot: ./docs/\n\nstructure:\n  readme: start.md\n  summary: toc.md\n\nredirects:\n    old/place: guide/install.md # moved\n",
  "docs/toc.md":
    '\ufeff# Contents\n\n<!-- by hand -->\n- [Start *here*](start.md)\n\n## Guides & more\n\n- [Install it](./guide/install.md "t")\n    - [Windows](guide/on%20Windows.md)\n- Later\n    - [x](guide/x.md)\n\n\n***\n\n+ [Web](https://example.com/a_b)\n',
  "docs/start.md":
    "\ufeff# Start\r\n\r\nSee [a](./guide/install.md#top), [b](guide/install.md#top), [c](guide/install).\r\n",
  "docs/guide/install.md":
    "---\n# kept\ntitle: 'Install'\ndescription: >-\n  folded\n  text\nhidden: false\nzeta: [1,  2]\nalpha: \"x\"\ncover: ../.gitbook/assets/a b.png\ncoverY: 0\n---\n\n# Install\n\n![](../.gitbook/assets/a%20b.png) ![](<../.gitbook/assets/a b.png>)",
  "docs/guide/on Windows.md": "Windows\n=======\n\nText [up](../start.md)\n",
  "docs/guide/x.md": "no heading\n\n[w](on%20Windows.md) [v](<on Windows.md>)\n",
  "docs/.gitbook/assets/a b.png": "bytes",
  "docs/.gitbook/includes/note.md": "---\ntitle:   Note\n---\nread [start](../../start.md)\n",
  "docs/.gitbook/vars.yaml": "# versions\nb: '2'\na: 1\n",
  "docs/.gitbook/tags.yaml": "# looks\n-   tag: beta\n    label: 'Beta'\n-   {tag: a, color: \"#D33\"}\n",
};
