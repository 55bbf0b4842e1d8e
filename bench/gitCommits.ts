/** Commits of the bench's repositories, as `git fast-import` reads them. */

/** Where the page of a number stands. */
export const pathOf = (index: number): string => `part-${Math.floor(index / 50)}/page-${index}.md`;

/** @param files path and text @param from the commit before it */
export function commitOf(files: Iterable<readonly [string, string]>, from: string | undefined): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const parts = [`commit refs/heads/main\ncommitter Ann <ann@example.com> 1700000000 +0000\n${data("Edit")}`];
  if (from !== undefined) parts.push(`from ${from}\n`);
  for (const [path, text] of files) parts.push(`M 100644 inline ${path}\n${data(text)}`);
  return `${parts.join("")}done\n`;
}
