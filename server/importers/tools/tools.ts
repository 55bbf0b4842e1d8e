/** The tools whose projects an import knows, in the order in which they are looked for. */
import { DOCUSAURUS } from "./docusaurus.ts";
import { GITBOOK } from "./gitbookRepository.ts";
import { HUGO } from "./hugo.ts";
import { MDBOOK } from "./mdbook.ts";
import { MDX } from "./mdx.ts";
import { MINTLIFY } from "./mintlify.ts";
import { MKDOCS } from "./mkdocs.ts";
import { NEXTRA } from "./nextra.ts";
import type { Tool } from "./project.ts";
import { STARLIGHT } from "./starlight.ts";
import { VITEPRESS } from "./vitepress.ts";

export const TOOLS: readonly Tool[] = [
  DOCUSAURUS,
  VITEPRESS,
  STARLIGHT,
  MKDOCS,
  MDBOOK,
  MINTLIFY,
  HUGO,
  NEXTRA,
  GITBOOK,
  MDX,
];
