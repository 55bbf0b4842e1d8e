import { expect, test } from "vitest";
import { listPieces, withWritten, WrittenJson, writePieces } from "./writtenJson.ts";

const jsonOf = ({ bytes }: WrittenJson) => Buffer.from(bytes).toString();

test("lists are written item by item", async () => {
  const write = (item: unknown) => JSON.stringify(item);
  expect(jsonOf(await writePieces(listPieces([], write)))).toBe("[]");
  expect(jsonOf(await writePieces(listPieces([1, "ä", { a: null }], write)))).toBe('[1,"ä",{"a":null}]');
  const long = Array.from({ length: 3000 }, (_, index) => `${index} ${"😀".repeat(50)}`);
  expect(JSON.parse(jsonOf(await writePieces(listPieces(long, write))))).toEqual(long);
});

test("what is written stands in its place, in whatever order and number", async () => {
  const [pages, files] = [await writePieces(["[1]"]), await writePieces(['{"b":2}'])];
  const made = { title: "é written:", files, pages, none: undefined };
  const answer = JSON.stringify({ pages, title: made.title, files });
  expect(String(withWritten(answer, made))).toBe('{"pages":[1],"title":"é written:","files":{"b":2}}');
  expect(withWritten('{"a":1}', { a: 1 })).toBe('{"a":1}');
});

test("others have their turn while pieces are made", async () => {
  // Each takes a fifth of the pace's slice, at least.
  const pieces = function* (): Generator<string> {
    for (let index = 0; index < 100; index++) {
      for (const end = performance.now() + 2; performance.now() < end;);
      yield "x";
    }
  };
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await writePieces(pieces());
  isDone = true;
  expect(turns).toBeGreaterThan(10);
});
