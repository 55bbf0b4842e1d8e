import { describe, expect, test } from "vitest";
import type { BlockFormField } from "./sourceField.ts";
import { formOf } from "./sourceForms.ts";

const CARDS =
  "<table data-view='cards'><thead><tr><th></th><th></th><th data-hidden data-card-target data-type=\"content-ref\"></th></tr></thead>" +
  '<tbody><tr><td><strong>First &amp; foremost</strong></td><td>One <em>and</em> two</td><td><a href="https://example.com">Target</a></td></tr>' +
  "<tr><td>Second</td><td></td><td></td></tr></tbody></table>";
const UPDATES =
  '{%  updates format="full" %}\n{% update date=\'2026-01-01\' tags="a,b" %}\n## New\n\nGood.\n{% endupdate %}\n\n{% update date="2025-12-01" %}\n{% endupdate %}\n{% endupdates %}';
const OPERATION =
  '{% openapi-operation  spec="pets" path="/pets" method="get" %}\n[More](https://x.example)\n{% endopenapi-operation %}';
const PROMPT = '{% prompt description="A" %}\n```\nAsk.\n```\n{% endprompt %}';

/** Its fields, those of entries by their number before the name. */
function fieldsOf(source: string): Map<string, BlockFormField> {
  const form = formOf(source)!;
  const inside = (form.entries ?? []).flatMap(({ fields }, at) =>
    fields.map((field) => [`${at + 1} ${field.label}`, field] as const),
  );
  return new Map([...form.fields.map((field) => [field.label, field] as const), ...inside]);
}

describe("a value is written where it stands, and all else keeps its bytes", () => {
  test.each<readonly [string, string, string, string, string, string]>([
    [
      "a card's title",
      CARDS,
      "1 Title",
      "First & foremost",
      'A "b" & <c>',
      CARDS.replace("First &amp; foremost", "A &quot;b&quot; &amp; &lt;c&gt;"),
    ],
    [
      "words in several elements",
      CARDS,
      "1 Text",
      "One <em>and</em> two",
      "One",
      CARDS.replace("One <em>and</em> two", "One"),
    ],
    [
      "what a card leads to",
      CARDS,
      "1 Leads to, by the name of a page or an address",
      "https://example.com",
      "/pages/a",
      CARDS.replace("https://example.com", "/pages/a"),
    ],
    [
      "what a card leads to that led nowhere",
      CARDS,
      "2 Leads to, by the name of a page or an address",
      "",
      "/pages/a",
      CARDS.replace("<td></td></tr></tbody>", '<td><a href="/pages/a">/pages/a</a></td></tr></tbody>'),
    ],
    [
      "a date between other quotes",
      UPDATES,
      "1 Date",
      "2026-01-01",
      "2026-02-03",
      UPDATES.replace("2026-01-01", "2026-02-03"),
    ],
    [
      "tags that weren't there",
      UPDATES,
      "2 Tags, with commas between them",
      "",
      "c",
      UPDATES.replace('12-01" %}', '12-01" tags="c" %}'),
    ],
    [
      "the text of an update",
      UPDATES,
      "1 Text, in Markdown",
      "## New\n\nGood.",
      "Bad.",
      UPDATES.replace("## New\n\nGood.", "Bad."),
    ],
    [
      "an empty text",
      UPDATES,
      "2 Text, in Markdown",
      "",
      "Old.",
      UPDATES.replace('12-01" %}\n', '12-01" %}\nOld.\n'),
    ],
    [
      "an operation",
      OPERATION,
      "Operation, by its address or summary",
      "get /pets",
      "POST /pets/{id}",
      OPERATION.replace("/pets", "/pets/{id}").replace('"get"', '"post"'),
    ],
    [
      "a description of an API",
      OPERATION,
      "Description of the API, by its name",
      "pets",
      "cats",
      OPERATION.replace('"pets"', '"cats"'),
    ],
    [
      "schemas",
      '{% openapi-schemas spec="pets" schemas="Pet" grouped="false" %}\n{% endopenapi-schemas %}',
      "Add a schema, by its name",
      "",
      "Cat",
      '{% openapi-schemas spec="pets" schemas="Pet,Cat" grouped="false" %}\n{% endopenapi-schemas %}',
    ],
    [
      "whether schemas are one list",
      '{% openapi-schemas spec="pets" schemas="Pet" %}\n{% endopenapi-schemas %}',
      "Shown as one list that opens",
      "false",
      "true",
      '{% openapi-schemas spec="pets" schemas="Pet" grouped="true" %}\n{% endopenapi-schemas %}',
    ],
    [
      "what a prompt asks, in its fence",
      PROMPT,
      "What to ask",
      "Ask.",
      "Ask ```so```.",
      PROMPT.replace("```\nAsk.\n```", "````\nAsk ```so```.\n````"),
    ],
    [
      "what a prompt is for",
      PROMPT,
      "What it is for",
      "A",
      'A "b"\nc',
      PROMPT.replace('"A"', '"A \\"b\\" c"'),
    ],
    [
      "a setting of an integration's block",
      "{% @acme/chart kind=bar %}",
      "kind",
      "bar",
      "line",
      '{% @acme/chart kind="line" %}',
    ],
    [
      "an integration's block",
      '{% @acme/chart kind="bar" %}',
      "Block, by the name of its integration",
      "acme/chart",
      "acme/table",
      '{% @acme/table kind="bar" %}',
    ],
    [
      "the words of a footnote",
      "[^a]: One.\n\n    Two.",
      "Text, in Markdown",
      "One.\n\nTwo.",
      "One.\n\nThree.",
      "[^a]: One.\n\n    Three.",
    ],
    ["the name of a footnote", "[^a]: One.", "Name", "a", "b]", "[^b]: One."],
    [
      "where a name leads",
      '[Some Name]:   https://x.example  "T"',
      "Address",
      "https://x.example",
      "/pages/a b",
      '[Some Name]:   </pages/a b>  "T"',
    ],
  ])("%s", (_, source, label, value, next, after) => {
    const field = fieldsOf(source).get(label);
    expect(field?.value).toBe(value);
    expect(field?.write(value)).toBe(source);
    expect(field?.write(next)).toBe(after);
    expect(formOf(after)?.type).toBe(formOf(source)?.type);
  });
});

test("cards and updates are added and removed", () => {
  expect(formOf(formOf(CARDS)!.add!.write())?.entries).toHaveLength(3);
  expect(formOf(CARDS)!.entries![0]!.remove!()).toBe(CARDS.replace(/<tr><td><strong>[^]*?<\/tr>/, ""));
  const added = formOf(UPDATES)!.add!.write();
  expect(formOf(added)?.entries).toHaveLength(3);
  expect(formOf(added)!.entries![0]!.remove!()).toBe(UPDATES);
});

test.each(["<div>html</div>", "{% unknown %}", "[^a]: One.\n\nTwo.", "A paragraph."])(
  "%j has no form, and is edited as it is written",
  (source) => expect(formOf(source)).toBe(undefined),
);
