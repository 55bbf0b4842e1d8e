/** What the field's tool finds against access on a page of a browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Looking {
  /** A selector of what is looked at; the whole page unless said. */
  readonly within?: string;
  /** The rules that it is held to; all of them unless said. */
  readonly rules?: readonly string[];
  /** Rules that it is not held to. */
  readonly except?: readonly string[];
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** A line for each element that breaks a rule, with the rule and what would mend it. */
export async function complaintsOf(
  page: Page,
  { within, rules, except = [] }: Looking = {},
): Promise<string[]> {
  // Evaluated by the debugger, so that the policy of the page has no say in it; and once, since to load the checker
  // takes longer than to check most pages.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(SOURCE);
  const options = {
    // What is as it should be is not described, and sheets aren't asked for again: no rule that is on by itself reads them.
    resultTypes: ["violations"],
    preload: false,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    ...(rules && { runOnly: rules }),
  };
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify(within ?? null)} ?? document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary ?? ""}`),
  );
}
