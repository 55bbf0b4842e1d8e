import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { parse } from "../parse.ts";
import { prepareRendering } from "./prepare.ts";
import { renderHtml } from "./render.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";

const SENTENCE =
  "A page keeps **every revision**, *addressed by hash*, so that a [link](/pages/abc) or an ![image](/files/x.png) " +
  "survives moves; see `lectern start` and https://example.com/docs. ";
const CODE = [
  "export async function load(path, { retries = 3 } = {}) {",
  "  for (let i = 0; i < retries; i++) {",
  "    try {",
  '      return await readFile(path, "utf8"); // done',
  "    } catch (error) {",
  "      if (i === retries - 1) throw error;",
  "    }",
  "  }",
  "}",
].join("\n");
const PAGE = Array.from(
  { length: 10 },
  (_, index) =>
    `## Section ${index}\n\n${SENTENCE.repeat(3)}\n\n- one\n- two with \`code\`\n\n\`\`\`js\n${CODE}\n\`\`\`\n`,
).join("\n");

/** The quickest of several runs, in milliseconds: what the work costs when nothing else is in the way. */
function quickest(work: () => void): number {
  let best = Infinity;
  for (let run = 0; run < 40; run++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

// Ratios, not times: machines differ. The bounds are about three times what was measured.
describe.runIf(FULL)("what a 10 kB page with ten blocks of code costs", () => {
  const markdownIt = new MarkdownIt({ html: true, linkify: true });
  const plain = quickest(() => markdownIt.render(PAGE));
  const { document } = parse(PAGE);

  test("rendering the tree is cheaper than parsing it", () => {
    const cost = quickest(() => renderHtml(document)) / plain;
    console.log(
      `render / markdown-it: ${cost.toFixed(2)} (markdown-it ${plain.toFixed(2)} ms, ${PAGE.length} characters)`,
    );
    expect(cost).toBeLessThan(1.5);
  });

  test("highlighting is most of it, and bounded", async () => {
    const prepared = await prepareRendering(document);
    const cost = quickest(() => renderHtml(document, prepared)) / plain;
    console.log(`render with highlighting / markdown-it: ${cost.toFixed(2)}`);
    expect(cost).toBeLessThan(25);
  });
});
