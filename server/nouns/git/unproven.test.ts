import { expect, test } from "vitest";
import { UnprovenBodies } from "./unproven.ts";

const ROOM = { ofNetwork: 4, ofOrganization: 3, ofAll: 6 };

function openBodies() {
  const bodies = new UnprovenBodies(ROOM);
  const gone: string[] = [];
  const take = (network: string, organization: string, bytes: number, now = 0, heard = 0) => {
    const giveWay = () => gone.push(network + organization);
    return bodies.take({ network, organization }, bytes, { now, heard: () => heard, giveWay });
  };
  return { gone, take };
}

test("a body takes room of its network, of whom it is for and of all, and gives it back once", () => {
  const { gone, take } = openBodies();
  const end = take("a", "x", 3);
  expect(end).toBeDefined();
  expect(take("b", "x", 1)).toBeUndefined();
  expect(take("a", "y", 2)).toBeUndefined();
  expect(take("b", "y", 3)).toBeDefined();
  expect(take("c", "z", 1)).toBeUndefined();
  end?.();
  end?.();
  expect(take("c", "x", 3)).toBeDefined();
  expect(take("d", "z", 1)).toBeUndefined();
  expect(gone).toEqual([]);
});

test("one that comes so that it will be here in half a minute leaves for nobody", () => {
  const { gone, take } = openBodies();
  // Of three bytes one has come.
  take("a", "x", 3, 0, 1);
  expect(take("b", "x", 1, 10_000)).toBeUndefined();
  expect(take("b", "x", 1, 10_001)).toBeDefined();
  expect(gone).toEqual(["ax"]);
});

test("one that has been under way for long and sends nothing gives way, and no more of them than have to", () => {
  const { gone, take } = openBodies();
  take("a", "x", 2, 0);
  take("a", "y", 2, 500);
  take("b", "y", 1, 500);
  // The network is full: its oldest goes, and those that have just begun never do.
  expect(take("a", "z", 1, 1_999)).toBeUndefined();
  expect(take("a", "z", 2, 2_000)).toBeDefined();
  expect(gone).toEqual(["ax"]);
  // So it is where all is full, whosever it is.
  expect(take("c", "w", 2, 2_499)).toBeUndefined();
  expect(take("c", "w", 2, 2_500)).toBeDefined();
  expect(gone).toEqual(["ax", "ay"]);
});

test("a clock that is set back keeps nobody from giving way, and has nobody go who has just begun", () => {
  const { gone, take } = openBodies();
  take("a", "x", 3, 3_600_000);
  expect(take("b", "x", 1, 0)).toBeUndefined();
  expect(take("b", "x", 1, 1_999)).toBeUndefined();
  expect(take("b", "x", 1, 2_000)).toBeDefined();
  expect(gone).toEqual(["ax"]);
});
