/** The elements of ContentKit by hand, as the public API has them at 0.202: each is drawn. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Element } from "./Elements.tsx";
import { addressOfOptions } from "./kit.ts";

const text = { type: "text", children: "Words" };
const press = { action: "press" };
const field = (element: object): object => ({ type: "input", label: "Field", element });
const options = [{ id: "a", label: "Choice" }];
const source = { url: "https://example.com/a" };
const steps = [
  { type: "step", id: "one", title: "First", children: [text] },
  { type: "step", id: "two", title: "Second", next: true, children: [text] },
  { type: "step", id: "three", title: "Third", children: [text] },
];
const stepper = (activeStep: string): object => ({
  type: "stepper",
  activeStep,
  onStepChange: press,
  onComplete: press,
  children: steps,
});

test.each<[object, ...string[]]>([
  [{ type: "block", children: [text] }, "Words"],
  [{ type: "configuration", children: [text] }, "Words"],
  [{ type: "modal", title: "Asked", children: [text] }, "Asked", "Words"],
  [{ type: "vstack", children: [text] }, "Words"],
  [{ type: "hstack", children: [text] }, "Words"],
  [{ type: "box", children: [text] }, "Words"],
  [{ type: "divider" }, "<hr"],
  [text, "Words"],
  [{ type: "link", target: source, children: "There" }, "There", source.url],
  [{ type: "image", source, aspectRatio: 1 }, "example.com"],
  [{ type: "webframe", source }, "example.com"],
  [{ type: "hint", children: [text] }, "Words"],
  [{ type: "card", title: "Card", children: [text] }, "Card", "Words"],
  [{ type: "button", label: "Press", onPress: press }, "Press"],
  [field({ type: "textinput", state: "a" }), "Field", "<input"],
  [field({ type: "select", state: "a", options }), "Choice"],
  [field({ type: "select", state: "a", options: { url: "https://example.com/a" } }), "<select"],
  [field({ type: "switch", state: "a" }), 'role="switch"'],
  [field({ type: "checkbox", state: "a", value: "b" }), 'type="checkbox"'],
  [field({ type: "radio", state: "a", value: "b" }), 'type="radio"'],
  [stepper("one"), "Step 1 of 3", "First", "Words", "disabled"],
  [stepper("two"), "Step 2 of 3", "Second", "Back", "Next"],
  [stepper("three"), "Step 3 of 3", "Third", "Back", "Done"],
  [stepper("unknown"), "Step 1 of 3"],
])("%j is drawn", (of, ...seen) => {
  const drawn = renderToStaticMarkup(createElement(Element, { of, depth: 0 }));
  for (const part of seen) expect(drawn).toContain(part);
});

const at = { host: "example.com:81", pathname: "/endpoint/teams" };
const state = { account: "a&b", page: 2, all: true, none: undefined, list: ["x"] };

test.each<[options: unknown, address: string | undefined]>([
  [[{ id: "a", label: "A" }], undefined],
  [undefined, undefined],
  [{ source: "openapi" }, undefined],
  [{ url: "https://example.com/teams?a=1" }, "https://example.com/teams?a=1"],
  [{ url: { host: "example.com" } }, undefined],
  [{ url: at }, "//example.com:81/endpoint/teams"],
  [{ url: { ...at, query: {} } }, "//example.com:81/endpoint/teams"],
  [
    { url: { ...at, query: { v: "1", account: { $state: "account" } } } },
    "//example.com:81/endpoint/teams?v=1&account=a%26b",
  ],
  [
    { url: { ...at, query: { page: { $state: "page" }, all: { $state: "all" } } } },
    "//example.com:81/endpoint/teams?page=2&all=true",
  ],
  // What nobody has chosen yet isn't said.
  [
    { url: { ...at, query: { a: { $state: "none" }, b: { $state: "absent" }, c: { $state: "list" } } } },
    "//example.com:81/endpoint/teams",
  ],
])("the choices of %j are at %s", (options, address) => {
  expect(addressOfOptions(options, state)).toBe(address);
});
