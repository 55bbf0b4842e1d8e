/** Projects as their tools' own documentation shows them, and what an import makes of them. */
import { memorySource } from "../files.ts";
import { readArchive } from "../kinds.ts";
import { planImport } from "../plan.ts";
import { listPages, type ImportPlan } from "../planned.ts";

export type ProjectTexts = Readonly<Record<string, string | Uint8Array>>;

export interface ReadPlan {
  readonly plan: ImportPlan;
  /** "address: title", with the type of what is no document, and which are hidden. */
  readonly tree: readonly string[];
  /** The text of a page, by its address. */
  readonly text: (address: string) => string;
  readonly problems: readonly string[];
  /** The keys of the pages, and the paths of the files, that a page links to. */
  readonly links: (address: string) => readonly string[];
}

export async function planProject(files: ProjectTexts): Promise<ReadPlan> {
  const source = await readArchive(
    "zip",
    memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))),
  );
  try {
    const plan = await planImport(source);
    const pages = listPages(plan.pages);
    const page = (address: string) => pages.find((one) => one.address === address);
    return {
      plan,
      tree: pages.map(({ address, title, type, meta }) => {
        const kind = type === "document" ? "" : ` (${type})`;
        return `${address}: ${title}${kind}${meta.hidden === true ? " hidden" : ""}`;
      }),
      text: (address) => page(address)?.body.source.trim() ?? `no page at ${address}`,
      problems: plan.report.problems.map(({ path, message }) => `${path}: ${message}`),
      links: (address) =>
        (page(address)?.body.links ?? []).map(({ target }) =>
          target.kind === "page" ? target.key : target.path,
        ),
    };
  } finally {
    await source.close();
  }
}
