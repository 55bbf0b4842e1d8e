import { Type } from "typebox";
import { expect, test } from "vitest";
import { compileInput, inputRefused } from "./input.ts";
import { closed } from "./named.ts";

const Place = Type.Union([
  closed({ kind: Type.Literal("page"), page: Type.String() }),
  closed({ kind: Type.Literal("external"), url: Type.String({ minLength: 3 }) }),
  Type.Null(),
]);

const validate = compileInput("body", closed({ to: Place, all: Type.Optional(Type.Array(Place)) }));

/** What is said of a body, as path and message; nothing of one that fits. */
function complaints(body: unknown): string[] {
  if (validate(body)) return [];
  const { details } = inputRefused("body", validate.errors ?? []) as unknown as {
    details: { path: string; message: string }[];
  };
  return details.map(({ path, message }) => `${path} ${message}`);
}

test.each([
  [{ kind: "page", page: "a" }, []],
  [null, []],
  [{ kind: "external", url: "x" }, ["/to/url must be at least 3 characters long."]],
  [
    { kind: "external", page: "a" },
    ["/to/url is required.", "/to/page is not a field of this operation; remove it."],
  ],
  [{ kind: "pages" }, ['/to/kind must be one of "page", "external".']],
  [{ kind: 1 }, ['/to/kind must be one of "page", "external".']],
  [{ page: "a" }, ["/to/kind is required."]],
  ["page", ["/to must be object or null."]],
])("%j is found fault with as what it says it is", (to, found) => {
  expect(complaints({ to })).toEqual(found);
});

test("so is each of a list", () => {
  const all = [
    { kind: "page", page: "a" },
    { kind: "page", url: "b" },
  ];
  expect(complaints({ to: null, all })).toEqual([
    "/all/1/page is required.",
    "/all/1/url is not a field of this operation; remove it.",
  ]);
});
