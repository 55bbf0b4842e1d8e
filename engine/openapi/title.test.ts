import { expect, test } from "vitest";
import { operationTitle } from "./title.ts";

const PLACE = { method: "get", path: "/dishes/{id}", isWebhook: false };
const LONG = `${"Get the dishes of the day ".repeat(6)}`.trim();

test.each([
  ["a summary", { summary: "List dishes" }, { title: "List dishes" }],
  ["its id without one", { operationId: "listDishes" }, { title: "listDishes" }],
  ["method and path without either", { summary: "  " }, { title: "GET /dishes/{id}" }],
  [
    "the words of Markdown",
    { summary: "**List** [dishes](https://e.example) by `day`" },
    { title: "List dishes by day" },
  ],
  ["one line of several", { summary: "List\n  dishes" }, { title: "List dishes" }],
  [
    "as much as stands in a line, the whole below",
    { summary: LONG },
    { title: `${LONG.slice(0, 69)}…`, summary: LONG },
  ],
])("an operation is called by %s", (_name, operation, expected) => {
  expect(operationTitle(operation, PLACE)).toEqual(expected);
});

test("a webhook is called by its name", () => {
  const webhook = { method: "post", path: "dish.created", isWebhook: true };
  expect(operationTitle({ operationId: "x" }, webhook)).toEqual({ title: "dish.created" });
  expect(operationTitle({ summary: "A *new* dish" }, webhook)).toEqual({
    title: "dish.created",
    summary: "A *new* dish",
  });
});
