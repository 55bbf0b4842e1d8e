/** What is printed when PDFs are measured: pages of 2 kB with headings, code, a table, a hint and links. */
const sentence = "What is read on paper is read slowly, so it has to be set with care. ";

/**
 * The Markdown of a page.
 * @param page its number, from 0
 * @param run each has other words than the one before
 * @param linkTo the address of another page, by its number
 */
export function pageToPrint(page: number, run: number, linkTo: (page: number) => string): string {
  const parts = [
    `About ${page} in ${run}, with **weight**, [a page](${linkTo(page * 7)}) and [a site](https://example.com/${page}).`,
    sentence.repeat(8),
    `## First part\n\n${sentence.repeat(8)}`,
    `\`\`\`js\nexport function f${page}(a) {\n  return a + ${page * run};\n}\n\`\`\``,
    `## Second part\n\n| Name | Value |\n|---|---|\n| a | ${page * run} |\n| b | 2 |`,
    `{% hint style="info" %}\nTake note of ${page} in ${run}.\n{% endhint %}`,
    sentence.repeat(8),
  ];
  return parts.join("\n\n");
}
