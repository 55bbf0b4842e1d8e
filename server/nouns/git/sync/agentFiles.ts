/**
 * Files that tell agents how the pages of a repository are written: made once where somebody asks for them, and from then
 * on whoever edits the repository's.
 */
import type { Row } from "../../../db/schema.ts";
import type { FileChange } from "../../../ports/git/commit.ts";
import type { TreeEntry } from "../../../ports/git/trees.ts";

const FILES = { agents: "AGENTS.md", claude: "CLAUDE.md" } as const;

export type AgentKind = keyof typeof FILES;
type AgentFiles = Readonly<Partial<Record<AgentKind, "wanted" | "written">>>;
type NewFile = Extract<FileChange, { readonly bytes: unknown }>;
type AgentRow = Pick<Row<"git_installations">, "agent_files">;
type WritingRow = AgentRow & Pick<Row<"git_installations">, "outgoing">;

const filesOf = ({ agent_files }: AgentRow): AgentFiles =>
  agent_files === null ? {} : (JSON.parse(agent_files) as AgentFiles);

/** For which agents there are, or are to be, such files. */
export const agentKinds = (row: AgentRow): AgentKind[] => Object.keys(filesOf(row)) as AgentKind[];

/** What is to be noted where files are wanted for these: those that were written before stay what they became. */
export function wantingFiles(row: AgentRow, kinds: readonly AgentKind[]): string | null {
  if (kinds.length === 0) return null;
  const known = filesOf(row);
  return JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, known[kind] ?? "wanted"])));
}

/** What is to be noted in another place, which has none of them yet. */
export const wantingAnew = (row: AgentRow): string | null =>
  wantingFiles({ agent_files: null }, agentKinds(row));

/** What is to be noted once all are there. */
export const havingFiles = (row: AgentRow): string =>
  JSON.stringify(Object.fromEntries(agentKinds(row).map((kind) => [kind, "written"])));

/** Whether a sync has some to write. */
export const wantsFiles = (row: WritingRow): boolean =>
  row.outgoing !== "off" && Object.values(filesOf(row)).includes("wanted");

/** Those that the branch gets: at the top of the repository, where agents look; never over a file that is there. */
export async function agentChanges(
  row: WritingRow & Pick<Row<"git_installations">, "project_directory">,
  tree: () => Promise<readonly TreeEntry[]>,
): Promise<NewFile[]> {
  if (!wantsFiles(row)) return [];
  const there = new Set((await tree()).map(({ path }) => path.toLowerCase()));
  const bytes = Buffer.from(instructions(row.project_directory));
  return Object.entries(filesOf(row)).flatMap(([kind, state]) => {
    const path = FILES[kind as AgentKind];
    return state === "written" || there.has(path.toLowerCase()) ? [] : [{ path, mode: "100644", bytes }];
  });
}

/** What a commit says of them. */
export const AGENT_SUBJECT = "Add instructions for agents";

function instructions(directory: string): string {
  const where = directory === "" ? "This repository" : `The folder \`${directory}/\``;
  return `# Working on the documentation

${where} is kept in step with a documentation platform, Lectern, in both directions. What is committed to this branch is published from there, and what people write there is committed here.

- A page is a Markdown file. Its title is its first heading (\`# Title\`), or \`title\` in its front matter.
- \`SUMMARY.md\` is the table of contents: a nested list of links. Where there is one, a file that it does not list is no page. Add a line for each new page; move the line to move the page.
- Front matter may hold \`description\`, \`icon\` and \`cover\`. Leave fields that you do not know as they are.
- Link to pages by their files, with relative paths. Pictures are files, too; keep new ones in \`.gitbook/assets/\`.
- Lines such as \`{% hint style="info" %}\` and \`{% endhint %}\` begin and end blocks: hints, tabs, steps, cards, embeds. Keep both of a pair, each on a line of its own.
- \`{% include "…" %}\` shows a text that several pages share. Edit the file that it names, in \`.gitbook/includes/\`.
- Change the lines that have to change. Do not reformat a file: people's edits are merged block by block.
- Rename or move a file by Git, so that its page keeps its address, its comments and its history.
`;
}
