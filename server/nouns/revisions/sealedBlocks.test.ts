/** What the seals of a document are put into, however large it is, without reading all of it. */
import { expect, test } from "vitest";
import { toDocument } from "../../../engine/document/toDocument.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { WrittenJson } from "../../http/writtenJson.ts";
import { sealedDocument } from "./sealedBlocks.ts";

const secrets = { sign: (purpose: string, data: string | Uint8Array) => `${purpose}: ${String(data)}` };
const spot = { reader: { key: "r" }, space: "s" };

async function sealed(document: unknown) {
  const written = new WrittenJson(Buffer.from(JSON.stringify(document)));
  const { bytes } = await sealedDocument(secrets, spot, written);
  return JSON.parse(Buffer.from(bytes).toString()) as unknown;
}

const SEAL = 'integration block by the API: ["r","s","counter","count",{"a":"} \\" é","n":{"m":[1]}}]';

test("each block of an integration gets one, wherever it stands, and nothing else is another", async () => {
  const MARKDOWN = `# Title

Text that says \`{"type":"integration","data":{"integration":"counter","block":"count","props":{}}}\` é.

<details><summary>More</summary>

Inside.

</details>

<div class="x">raw</div>
`;
  const plain = toDocument(parse(MARKDOWN).document);
  const props = { n: { m: [1] }, a: '} " é' };
  const data = { integration: "counter", block: "count", props };
  const own = (more: object) => ({ object: "block", isVoid: true, type: "integration", data, ...more });
  const within = own({ fragments: [{ object: "fragment", nodes: [own({})] }] });
  const expected = (more: object) => ({
    ...own(more),
    data: { ...data, props: { ...props, "lectern-seal": SEAL } },
  });
  expect(await sealed(plain)).toEqual(plain);
  expect(await sealed({ ...plain, nodes: [...plain.nodes, within, ...plain.nodes, own({})] })).toEqual({
    ...plain,
    nodes: [
      ...plain.nodes,
      expected({ fragments: [{ object: "fragment", nodes: [expected({})] }] }),
      ...plain.nodes,
      expected({}),
    ],
  });
});

test("a document of millions of characters lets others have their turn, and its other text is not read", async () => {
  const text = "x".repeat(100_000);
  const data = { integration: "counter", block: "count", props: { text } };
  const nodes = Array.from({ length: 100 }, () => ({ object: "block", type: "integration", data }));
  let turns = 0;
  let isDone = false;
  const turn = (): void => void (isDone || ((turns += 1), setImmediate(turn)));
  setImmediate(turn);
  const { nodes: made } = (await sealed({ nodes })) as { nodes: { data: { props: object } }[] };
  isDone = true;
  expect(made).toHaveLength(100);
  expect(Object.keys(made[99]?.data.props ?? {})).toEqual(["text", "lectern-seal"]);
  expect(turns).toBeGreaterThan(1);
});
