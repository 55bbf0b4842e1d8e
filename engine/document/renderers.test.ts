/** What programs that show pages read of documents, by name. */
import { describe, expect, test } from "vitest";
import { documentViolations } from "../../server/test/documentContract.ts";
import { parse } from "../markdown/parse.ts";
import { fromDocument } from "./fromDocument.ts";
import { toDocument } from "./toDocument.ts";

const written = (markdown: string) => JSON.parse(JSON.stringify(toDocument(parse(markdown).document)));
const again = (markdown: string): string => fromDocument(written(markdown)).markdown;
/** Without keys, which name the text, and what follows from them. */
const content = (document: unknown): unknown =>
  JSON.parse(
    JSON.stringify(document, (name, value) => (name === "key" || name === "meta" ? undefined : value)),
  );

describe("what renderers read", () => {
  /** The first block, without its key. */
  const first = (markdown: string) => {
    const { key: _, ...node } = written(markdown).nodes[0];
    return node;
  };

  test("news are blocks of their own, by days that are times", () => {
    const node = first(
      '{% updates format="short" %}\n{% update date="2026-03-01" tags="fix,search" %}\nx\n{% endupdate %}\n{% endupdates %}',
    );
    expect(node).toMatchObject({ type: "updates", data: { format: "short" } });
    const tags = [
      { kind: "tag", tag: "fix" },
      { kind: "tag", tag: "search" },
    ];
    expect(node.nodes).toMatchObject([{ type: "update", data: { date: "2026-03-01T00:00:00.000Z", tags } }]);
  });

  test("prompts are blocks of their own", () => {
    const node = first(
      '{% prompt description="Ask" openInAIProviders="claude" defaultExpanded="true" %}\n```\nx\n```\n{% endprompt %}',
    );
    const data = { description: "Ask", openInAIProviders: true, defaultExpanded: "full" };
    expect(node).toMatchObject({ type: "prompt", data, nodes: [{ type: "code" }] });
  });

  test("what can be opened says whether it is, and by which id", () => {
    const open = written("<details open>\n\n<summary>a</summary>\n\nb\n\n</details>").nodes[0];
    expect(open).toMatchObject({ data: { defaultExpanded: true }, meta: { id: open.key } });
    const [tab] = written('{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}').nodes[0].nodes;
    expect(tab).toMatchObject({ data: { title: "a" }, meta: { id: tab.key } });
  });

  test("a button that searches says what for", () => {
    const [button] = first(
      '<button type="button" class="button primary" data-action="search" data-query="x">a</button>',
    ).nodes;
    expect(button.data).toEqual({ label: "a", kind: "primary", action: { action: "search", query: "x" } });
  });

  test.each([
    [
      "a format of another time",
      '{% updates format="compact" %}\n{% update date="2026-01-05" %}\nx\n{% endupdate %}\n{% endupdates %}',
    ],
    [
      "a day that is none",
      '{% updates %}\n{% update date="2026-02-31" %}\nx\n{% endupdate %}\n{% endupdates %}',
    ],
    ["no day at all", '{% updates %}\n{% update date="soon" %}\nx\n{% endupdate %}\n{% endupdates %}'],
    ["providers by name", '{% prompt openInAIProviders="a,b" %}\n```\nx\n```\n{% endprompt %}'],
  ])("%s is valid, and the text keeps it", (_, markdown) => {
    expect(documentViolations(written(markdown))).toEqual([]);
    expect(parse(again(markdown)).document.children.map(({ type }) => type)).toEqual(
      parse(markdown).document.children.map(({ type }) => type),
    );
    expect(content(written(again(markdown)))).toEqual(content(written(markdown)));
  });
});
