import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { type FileKeeping, MadeFiles, type MadeFile } from "./madeFiles.ts";

const deps = { blobs: {} } as FileKeeping;
const file: MadeFile = { hash: "h", size: 1 };

test("who leaves places to others is refused while those have room", async () => {
  let end = (): void => undefined;
  const ending = new Promise<void>((resolve) => (end = resolve));
  const files = new MadeFiles<MadeFile | "full">({ most: 4, ofOne: 3 }, () => "full");
  const asked: Promise<MadeFile | "full">[] = [];
  const ask = async (organization: string, name: string, spare?: number) => {
    const make = () => ending.then(() => file);
    const given = files.give(deps, organization, { name, known: undefined, make, spare });
    asked.push(given);
    return Promise.race([given, nextTurn("underway")]);
  };
  expect([await ask("a", "1", 1), await ask("a", "2", 1)]).toEqual(["underway", "underway"]);
  expect(await ask("a", "3", 1)).toBe("full");
  // The same as one that is being made is waited for.
  expect(await ask("a", "2", 1)).toBe("underway");
  expect([await ask("a", "3"), await ask("a", "4")]).toEqual(["underway", "full"]);
  expect([await ask("b", "1", 1), await ask("b", "1")]).toEqual(["full", "underway"]);
  end();
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === file)).toHaveLength(5);
});
