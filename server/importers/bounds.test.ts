import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../test/cost.ts";
import { memorySource } from "./files.ts";
import type { ImportSource } from "./files.ts";
import type { ImportOptions } from "./plan.ts";
import { planImport } from "./plan.ts";
import { listPages } from "./planned.ts";
import type { ImportPlan, PlannedPage } from "./planned.ts";
import { resolveLinks } from "./resolveLinks.ts";

const full = process.env["LECTERN_TEST_TIER"] === "full";

function sourceOf(files: Iterable<readonly [string, string]>): ImportSource {
  return memorySource([...files].map(([name, bytes]) => ({ name, bytes })));
}

const planOf = (source: ImportSource, options?: ImportOptions): Promise<ImportPlan> =>
  planImport(source, options);

function depthOf(pages: readonly PlannedPage[]): number {
  return Math.max(...listPages(pages).map(({ address }) => address.split("/").length));
}

describe("a hostile source is planned in bounded time", () => {
  test("folders 200 levels deep: what is below the last level is raised to it", async () => {
    const files = Array.from({ length: 200 }, (_, depth) => {
      return [
        `${"d/".repeat(depth)}page${depth}.md`,
        `# Page ${depth}\n\n[up](../page${depth - 1}.md)`,
      ] as const;
    });
    const plan = await planOf(sourceOf(files));
    expect(depthOf(plan.pages)).toBe(100);
    expect(listPages(plan.pages)).toHaveLength(200 + 199);
    expect(plan.report.problems.length).toBeGreaterThan(0);
    expect(plan.report.problems[0]?.message).toContain("more than 100 levels deep");
    expect(plan.report.brokenLinks).toEqual([{ page: "page0.md", url: "../page-1.md" }]);
  });

  test("a table of contents 1,000 levels deep", async () => {
    const lines = Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(2 * depth)}* Page ${depth}`);
    const plan = await planOf(sourceOf([["SUMMARY.md", lines.join("\n")]]));
    expect(listPages(plan.pages)).toHaveLength(1_000);
    expect(depthOf(plan.pages)).toBe(100);
  });

  test("50 MB of Markdown: skipped without reading it", async () => {
    const read = (): Promise<Uint8Array> => Promise.reject(new Error("must not be read"));
    const source = { ...sourceOf([]), files: [{ path: "big.md", size: 50 * 1024 * 1024, read }] };
    const plan = await planOf(source);
    expect(plan.pages).toEqual([]);
    expect(plan.report.skipped).toEqual([
      { path: "big.md", reason: "its text is larger than 5 MB; split it into several files" },
    ]);
  });

  test("a file that is larger than it says", async () => {
    const read = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array(6 * 1024 * 1024).fill(97));
    const plan = await planOf({ ...sourceOf([]), files: [{ path: "big.md", size: 5, read }] });
    expect(plan.report.skipped).toEqual([{ path: "big.md", reason: "it grew while it was read" }]);
  });

  test("a million links in one page", async () => {
    const million = "[a]()".repeat(1_000_000);
    const plan = await planOf(sourceOf([["a.md", million]]));
    expect(plan.report.problems[0]?.message).toContain("as written");
    expect(plan.pages[0]?.body.source).toHaveLength(million.length);
    await expectModestGrowth((share) => planOf(sourceOf([["a.md", "[a]()".repeat(share * 1_000_000)]])));
  });

  test("as many links in one page as its length allows, all to one place or all to none", async () => {
    const count = full ? 75_000 : 30_000;
    const one = "[a](b.md)\n\n".repeat(count);
    const none = Array.from({ length: count }, (_, index) => `[x](${index})`).join("\n\n");
    const files = [
      ["a.md", one],
      ["b.md", none],
    ] as const;
    const plan = await planOf(sourceOf(files), { limits: { reportLines: 100 } });
    expect(plan.pages[0]?.body.links).toHaveLength(count);
    expect(plan.report.brokenLinks).toHaveLength(100);
    expect(plan.report.omitted).toBe(count - 100);
    const { bodies } = await resolveLinks(plan, () => "id");
    expect(bodies.get("a.md")).toBe("[a](/pages/id)\n\n".repeat(count));
    await expectModestGrowth((share) =>
      planOf(
        sourceOf(
          files.map(([name, text]) => [name, text.slice(0, (full ? share : share / 4) * text.length)]),
        ),
      ),
    );
  });

  test("10,000 pages of one name, and one more than are taken", async () => {
    const lines = Array.from({ length: 10_001 }, () => "* Same name");
    const plan = await planOf(sourceOf([["SUMMARY.md", lines.join("\n")]]));
    expect(new Set(plan.pages.map(({ slug }) => slug)).size).toBe(10_000);
    expect(plan.report.skipped).toHaveLength(1);
    expect(plan.report.skipped[0]?.reason).toBe("an import takes at most 10000 pages");
    await expectModestGrowth((share) =>
      planOf(sourceOf([["SUMMARY.md", lines.slice(0, share * lines.length).join("\n")]])),
    );
  });

  test("the folders of 10,000 pages come beside them, and no more of them than pages", async () => {
    const files = Array.from(
      { length: 10_000 },
      (_, index) => [`part-${index % 50}/p-${index}.md`, "a"] as const,
    );
    const plan = await planOf(sourceOf(files));
    expect(plan.pages).toHaveLength(50);
    expect(plan.pages.flatMap(({ children }) => children)).toHaveLength(10_000);
    expect(plan.report.skipped).toEqual([]);
    const limited = await planOf(sourceOf([["SUMMARY.md", "* a\n  * b\n* c\n  * d\n* e\n  * f\n"]]), {
      limits: { pages: 2 },
    });
    expect(limited.pages.map(({ title, children }) => [title, ...children.map((one) => one.title)])).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  test("more text than a plan may hold", async () => {
    const files = ["a.md", "b.md", "c.md"].map((name) => [name, "12345"] as const);
    const plan = await planOf(sourceOf(files), { limits: { textBytes: 10 } });
    expect(plan.pages).toHaveLength(2);
    expect(plan.report.skipped).toEqual([{ path: "c.md", reason: "the text of all pages exceeds 10 bytes" }]);
    // What is left out would count as deleted.
    await expect(planOf(sourceOf(files), { limits: { textBytes: 10 }, isWhole: true })).rejects.toThrow(
      "The pages that are new or changed have more than 10 bytes of text together.",
    );
  });

  test("names and settings that want to be something else", async () => {
    const plan = await planOf(
      sourceOf([
        [".gitbook.yaml", "root: ../../etc\nredirects: {__proto__: /etc/passwd, a: ../../x}"],
        [
          "SUMMARY.md",
          '* [A](__proto__.md)\n* [B](constructor.md) <!-- {"__proto__": {"x": 1}, "slug": "../up"} -->\n* [C](../../etc/passwd)\n',
        ],
        ["__proto__.md", "# P\n\n[x](../../../../etc/passwd) [y](constructor)"],
        ["constructor.md", "---\n__proto__: {polluted: 1}\n---\n# C"],
      ]),
    );
    expect(plan.pages.map(({ slug }) => slug)).toEqual(["proto", "up"]);
    expect(
      ({} as Record<string, unknown>)["polluted"] ?? ({} as Record<string, unknown>)["x"],
    ).toBeUndefined();
    expect(plan.report.brokenLinks.map(({ url }) => url)).toContain("../../../../etc/passwd");
    expect(plan.files).toEqual([]);
  });
});
