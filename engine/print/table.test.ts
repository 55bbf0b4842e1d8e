import { describe, expect, test } from "vitest";
import { readHtml } from "./element.ts";
import { printTable } from "./table.ts";

/** What share of the table each column has, in hundredths. */
function sharesOf(...rows: readonly (readonly string[])[]): number[] {
  const cells = rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join("")}</tr>`).join("");
  const [table] = printTable(readHtml(`<table>${cells}</table>`), { width: 80, depth: 0 }, () => []);
  const { widths } = table as unknown as { readonly widths: readonly number[] };
  const all = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => Math.round((100 * width) / all));
}

const LONG =
  "What is said about it in a sentence or two, as in the column of most tables that explain something. ";

describe("the columns of a table on paper", () => {
  test("have their longest words, and what is left goes to the longest texts", () => {
    const [name, value, said] = sharesOf(
      ["LECTERN_ALLOW_PRIVATE_NETWORK", "none", LONG],
      ["PORT", "4000", "Port"],
    );
    // 29 characters of 104 and the column's margins; four and theirs.
    expect(name).toBeGreaterThanOrEqual(31);
    expect(name).toBeLessThan(36);
    expect(value).toBeLessThan(10);
    expect(said).toBeGreaterThan(55);
  });

  test("are as wide as their texts where these fit", () => {
    expect(sharesOf(["aaaaaaa", "bbbbbbb"], ["a", "b"])).toEqual([50, 50]);
    expect(sharesOf(["a a a a a a a a a", "bbbbbbb"])).toEqual([67, 33]);
  });

  test("break addresses where their parts end, and words that no column could hold", () => {
    const [address = 0] = sharesOf([
      "postgres://user:password@host.example.com:5432/database?sslmode=verify-full",
      LONG,
    ]);
    expect(address).toBeLessThan(50);
    const [word = 0, said = 0] = sharesOf(["x".repeat(500), LONG]);
    expect(said).toBeGreaterThan(15);
    expect(word).toBeLessThan(85);
  });
});
