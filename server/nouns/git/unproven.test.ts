import { expect, test } from "vitest";
import { UnprovenBodies } from "./unproven.ts";

const ROOM = { ofNetwork: 4, ofOrganization: 3, ofAll: 6 };

test("a body takes room of its network, of whom it is for and of all, and gives it back once", () => {
  const bodies = new UnprovenBodies(ROOM);
  const end = bodies.take({ network: "a", organization: "x" }, 3);
  expect(end).toBeDefined();
  expect(bodies.take({ network: "b", organization: "x" }, 1)).toBeUndefined();
  expect(bodies.take({ network: "a", organization: "y" }, 2)).toBeUndefined();
  expect(bodies.take({ network: "b", organization: "y" }, 3)).toBeDefined();
  expect(bodies.take({ network: "c", organization: "z" }, 1)).toBeUndefined();
  end?.();
  end?.();
  expect(bodies.take({ network: "c", organization: "x" }, 3)).toBeDefined();
  expect(bodies.take({ network: "d", organization: "z" }, 1)).toBeUndefined();
});
