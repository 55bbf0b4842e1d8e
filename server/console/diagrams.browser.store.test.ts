/** Diagrams that a writer has seen in the console are drawings for everybody: on sites, and without any program there. */
import { beforeAll, expect, test } from "vitest";
import { makeSite } from "../site/visitor/visitors.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, useConsoleBrowser } from "./consoleBrowser.fixture.ts";
import { serveSites } from "./sitesOrigin.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);

/** One of each kind that Mermaid draws, with words that a reader has to find in it. */
const KINDS: readonly (readonly [text: string, ...words: string[]])[] = [
  [
    'flowchart LR\n  A["Write a page"] --> B{Review}\n  B -->|approved| C[Publish]',
    "Write a page",
    "approved",
  ],
  ["sequenceDiagram\n  Writer->>Reviewer: Ask for review\n  Reviewer-->>Writer: Done", "Ask for review"],
  [
    "classDiagram\n  class Space {\n    +String title\n    +publish()\n  }\n  Space <|-- Guide",
    "Space",
    "publish()",
  ],
  ["stateDiagram-v2\n  [*] --> Draft\n  Draft --> Merged: merge", "Draft", "merge"],
  ["erDiagram\n  SPACE ||--o{ PAGE : has", "SPACE", "has"],
  [
    "gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section Work\n  Build :a, 2026-01-01, 30d",
    "Plan",
    "Build",
  ],
  ['pie title Pets\n  "Dogs" : 386\n  "Cats" : 85', "Pets", "Cats"],
  ["journey\n  title A day\n  section Morning\n    Write: 5: Ada", "A day", "Write"],
  ["mindmap\n  root((Docs))\n    Guides\n    Reference", "Docs", "Guides"],
  ["timeline\n  title Releases\n  2025 : First\n  2026 : Second", "Releases", "Second"],
  ["gitGraph\n  commit\n  branch develop\n  commit\n  checkout main\n  merge develop", "develop"],
  [
    "quadrantChart\n  title Reach\n  x-axis Low --> High\n  y-axis Few --> Many\n  Docs: [0.3, 0.6]",
    "Reach",
    "Docs",
  ],
];

let ada: Person;
let space = "";
let page = "";
let path = "";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  const site = await makeSite(world(), ada, "Diagrams");
  space = site.space;
  const markdown = KINDS.map(([text]) => `\`\`\`mermaid\n${text}\n\`\`\`\n`).join("\n");
  const changes = [{ operation: "insert_page", title: "All", slug: "all", document: { markdown } }];
  page = (await world().post(`/spaces/${space}/content`, { changes }, ada)).body.changes[0].page;
  path = site.base;
});

test("what a writer's browser drew is what readers see, in words and shapes, with nothing to run", async () => {
  const { tab, context, wrong } = await browser().open(ada, { viewport: { width: 1440, height: 900 } });
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  const drawn = tab.locator("main [data-result=drawn]");
  await drawn.nth(KINDS.length - 1).waitFor();
  const rows = () =>
    world().deps.db.read.selectFrom("drawings").select("svg").where("space_id", "=", space).execute();
  await expect.poll(async () => (await rows()).length).toBe(KINDS.length);
  expect(wrong).toEqual([]);

  const { text, headers } = await world().visit(path);
  expect(text).not.toMatch(/<iframe|data-diagram|foreignObject/i);
  expect(headers["content-security-policy"]).not.toContain("frame-src 'self'");
  const figures = text.match(/<figure class="diagram">[^]*?<\/figure>/g) ?? [];
  expect(figures).toHaveLength(KINDS.length);
  for (const [at, [, ...words]] of KINDS.entries()) {
    const said = (figures[at] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    for (const word of words) expect(said).toContain(word);
  }
  await serveSites(tab, world(), browser());
  for (const colorScheme of ["light", "dark"] as const) {
    await tab.emulateMedia({ colorScheme });
    await tab.goto(`http://sites.test${path}`);
    await tab.locator("svg.drawing").first().waitFor();
    await tab.setViewportSize({ width: 1440, height: 1500 });
    await shoot(tab, `drawings-${colorScheme}`);
  }
  await context.close();
});
