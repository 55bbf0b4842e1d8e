import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { memorySource } from "./files.ts";
import { planImport } from "./plan.ts";
import { parseSummary } from "./summary.ts";
import { openYamlReader } from "./yamlApart.ts";
import { countSigns, readYaml } from "./yamlText.ts";

const variables = (count: number): string =>
  Array.from({ length: count }, (_, at) => `name_${at}: "value ${at}"\n`).join("");

/** How often others have their turn while something is made. */
async function turnsOfOthers(made: Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const ended = made.finally(() => (state.isDone = true));
  let turns = 0;
  while (!state.isDone) {
    await nextTurn();
    turns += 1;
  }
  await ended;
  return turns;
}

describe("a reader of YAML", () => {
  test.each([
    ["a map", "a: 1\nb: [x, 2.5, true, null]\n__proto__: y\n"],
    ["a long map", variables(2_000)],
    ["a long list", `- {tag: a, label: "A: B"}\n`.repeat(1_000)],
    ["no YAML", "a: {"],
    ["much that is no YAML", `${variables(2_000)}a: {`],
    ["too many names", "- &a x\n- *a\n".repeat(3_000)],
    ["nothing", ""],
  ])("gives of %s what is given at once", async (_, text) => {
    expect(await openYamlReader()(text)).toEqual(readYaml(text));
  });

  test("holds up nobody with a long file", async () => {
    const text = variables(20_000);
    const read = openYamlReader();
    // The thread itself is there then.
    await read(text);
    expect(await turnsOfOthers(read(text))).toBeGreaterThan(20);
  });

  test("takes as much of many files as it would of one or two, whatever their order", async () => {
    const text = "- a\n".repeat(10);
    expect(countSigns(text)).toBe(20);
    const read = openYamlReader(50);
    const said = [text, text, text, "a"].map((one) => read(one));
    const refused = "with the files before it there are more than 50 signs of YAML, the most that are read";
    expect(await Promise.all(said)).toEqual([
      { value: Array(10).fill("a") },
      { value: Array(10).fill("a") },
      { refused },
      { value: "a" },
    ]);
  });
});

test("an import whose settings, variables and tags are long holds up nobody", async () => {
  const redirects = Array.from({ length: 9_000 }, (_, at) => `  old/page-${at}: a.md\n`).join("");
  const source = memorySource([
    { name: ".gitbook.yaml", bytes: `redirects:\n${redirects}` },
    { name: ".gitbook/vars.yaml", bytes: variables(9_000) },
    { name: ".gitbook/tags.yaml", bytes: '- {tag: "a", label: "A"}\n'.repeat(5_000) },
    { name: "a.md", bytes: "# A\n" },
  ]);
  const made = planImport(source);
  expect(await turnsOfOthers(made)).toBeGreaterThan(20);
  const plan = await made;
  expect([plan.redirects.length, plan.variables.size, plan.tags.size]).toEqual([9_000, 9_000, 1]);
});

test("the fences of a table of contents have one sum, beyond which nothing of it is read", async () => {
  const fence = (count: number) => `* \`\`\`yaml\n${"  a: b\n".repeat(count)}  \`\`\`\n`;
  const most = fence(25_000) + fence(24_000);
  expect(parseSummary(most).nodes.map(({ yaml }) => yaml?.size)).toEqual([1, 1]);
  const tooMuch = "its items hold more than 100,000 signs of YAML, the most that are read";
  const { nodes, problems, refused } = parseSummary(`* [A](a.md)\n${most}${fence(2_000)}* [B](b.md)\n`);
  expect({ nodes, problems, refused }).toEqual({ nodes: [], problems: [], refused: tooMuch });

  const made = planImport(
    memorySource([
      { name: "SUMMARY.md", bytes: `* [A](a.md)\n${most}${fence(2_000)}` },
      { name: "a.md", bytes: "# A\n" },
    ]),
  );
  await expect(made).rejects.toThrow(`SUMMARY.md is refused: ${tooMuch}.`);
});
