/** Each property of each element of ContentKit that the public contract has: drawn on sites and in the console, or named. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { renderHtml } from "../../../engine/markdown/html/render.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { Element } from "./Elements.tsx";
import { KitContext, useKit } from "./kit.ts";

interface Described {
  readonly properties?: Readonly<Record<string, unknown>>;
}
const { components } = createRequire(import.meta.url)("@gitbook/api/spec/openapi.json") as {
  readonly components: { readonly schemas: Readonly<Record<string, Described>> };
};
const described = Object.entries(components.schemas).filter(([name]) => name.startsWith("ContentKit"));
const page = readFileSync(
  path.resolve(import.meta.dirname, "../../../docs/api/integrations/scripts.md"),
  "utf8",
);
/** What it says is not drawn. */
const [guide = ""] = /\| Not drawn \|[^]*?(?=\| Field of `event` \|)/.exec(page) ?? [];

const state = { held: "held", list: ["x"] };

function site(element: unknown): string {
  const { document } = parse("{% @a/b %}");
  return renderHtml(document, { drawn: () => ({ element, state }) }).html;
}

function Within({ of }: { readonly of: unknown }) {
  const markdown = (shown: object) => createElement("p", {}, JSON.stringify(shown));
  const value = { ...useKit(), canWrite: true, markdown, state };
  return createElement(KitContext, { value, children: createElement(Element, { of, depth: 0 }) });
}

const ofConsole = (element: unknown): string => renderToStaticMarkup(createElement(Within, { of: element }));

/** What is said of a property where two values of it look the same: why, or where else it is shown that it works. */
interface Alike {
  /** It isn't drawn, and the guide says so. */
  readonly named?: true;
  readonly why: string;
}

interface PropertyRow {
  readonly values: readonly [unknown, unknown];
  readonly site?: Alike;
  readonly console?: Alike;
}

interface ElementRows {
  /** How the guide calls it. */
  readonly type: string;
  readonly base: object;
  /** Where it stands in an element; unless said, it is one. */
  readonly within?: (part: object) => object;
  readonly of: Readonly<Record<string, PropertyRow>>;
}

const named = (why: string): Alike => ({ named: true, why });
const heard = (why: string): Alike => ({ why });
const row = (a: unknown, b: unknown, alike: Pick<PropertyRow, "site" | "console"> = {}): PropertyRow => ({
  values: [a, b],
  ...alike,
});
const neither = (a: unknown, b: unknown, why: string): PropertyRow =>
  row(a, b, { site: named(why), console: named(why) });

const text = (children: string): object => ({ type: "text", children });
const [one, two] = [text("One"), text("Two")];
const press = { action: "press" };
const open = { action: "@ui.url.open", url: "https://example.com/open" };
const source = (name: string): object => ({ url: `https://${name}.example.com/a` });
const button = (more: object): object => ({ type: "button", label: "Go", onPress: press, ...more });
const sure = { title: "Sure?", text: "It is for good.", confirm: "Yes" };
const field = (element: object): object => ({ type: "input", label: "Field", element });
const asked = heard("the console asks with window.confirm: contentKit.browser");
const browser = heard("what is done with it shows it: integrations.browser");
const dialog = "asked by the browser, whose dialog has its own buttons";
const siteConfiguration = named("sites show no configurations");

const children = row([one], [two]);
const fieldRows = {
  state: row("held", "other", { console: heard("a box has no value: integrations.browser") }),
  disabled: row(false, true),
};

const ROWS: Readonly<Record<string, ElementRows>> = {
  ContentKitBlock: {
    type: "block",
    base: { type: "block", children: [one] },
    of: { children, controls: row(undefined, [[{ label: "Edit", onPress: press }]]) },
  },
  ContentKitBlockControl: {
    type: "controls",
    base: { label: "Edit", onPress: press },
    within: (control) => ({ type: "block", children: [one], controls: [control] }),
    of: {
      label: row("Edit", "Other"),
      icon: row("edit", "eye"),
      onPress: row(press, open),
      confirm: row(undefined, sure, { console: asked }),
    },
  },
  ContentKitConfiguration: {
    type: "configuration",
    base: { type: "configuration", children: [one] },
    of: { children: row([one], [two], { site: siteConfiguration }) },
  },
  ContentKitStepper: {
    type: "stepper",
    base: {
      type: "stepper",
      activeStep: "a",
      onStepChange: press,
      onComplete: press,
      children: [
        { type: "step", id: "a", children: [one] },
        { type: "step", id: "b", children: [two] },
      ],
    },
    of: {
      activeStep: row("a", "b", { site: siteConfiguration }),
      onStepChange: row(press, undefined, { site: siteConfiguration }),
      onComplete: row(press, undefined, {
        site: siteConfiguration,
        console: heard("the last step has its button: elements.test"),
      }),
      children: row(
        [{ type: "step", id: "a", children: [one] }],
        [{ type: "step", id: "a", children: [two] }],
        {
          site: siteConfiguration,
        },
      ),
    },
  },
  ContentKitStepperStep: {
    type: "step",
    base: { type: "step", id: "a", children: [one] },
    within: (step) => ({
      type: "stepper",
      activeStep: "a",
      onStepChange: press,
      onComplete: press,
      children: [
        { type: "step", id: "0", children: [one] },
        step,
        { type: "step", id: "z", children: [one] },
      ],
    }),
    of: {
      id: row("a", "b", { site: siteConfiguration }),
      title: row("First", "Other", { site: siteConfiguration }),
      next: row(false, true, { site: siteConfiguration }),
      children: row([one], [two], { site: siteConfiguration }),
    },
  },
  ContentKitVStack: {
    type: "vstack",
    base: { type: "vstack", children: [one] },
    of: { children, align: row("start", "end") },
  },
  ContentKitHStack: {
    type: "hstack",
    base: { type: "hstack", children: [one] },
    of: { children, align: row("start", "end") },
  },
  ContentKitBox: {
    type: "box",
    base: { type: "box", children: [one] },
    of: { children, grow: row(0, 2) },
  },
  ContentKitDivider: { type: "divider", base: { type: "divider" }, of: { size: row("small", "large") } },
  ContentKitText: {
    type: "text",
    base: { type: "text", children: "One" },
    of: { style: row("bold", "code"), children: row("One", ["Two", two]) },
  },
  ContentKitLink: {
    type: "link",
    base: { type: "link", target: source("a"), children: "One" },
    of: { target: row(source("a"), source("b")), children: row("One", ["Two"]) },
  },
  ContentKitURL: {
    type: "url",
    base: { host: "a.example.com", pathname: "/a" },
    within: (url) => ({ type: "link", target: { url }, children: "One" }),
    of: {
      host: row("a.example.com", "b.example.com"),
      pathname: row("/a", "/b"),
      query: row({ a: { $state: "held" } }, { a: { $state: "none" } }),
    },
  },
  ContentKitDynamicBinding: {
    type: "$state",
    base: {},
    within: (content) => ({ type: "markdown", content }),
    of: { $state: row("held", "none") },
  },
  ContentKitMarkdown: {
    type: "markdown",
    base: { type: "markdown", content: "One" },
    of: { content: row("One", { $state: "held" }) },
  },
  ContentKitHint: {
    type: "hint",
    base: { type: "hint", children: [one] },
    of: { children: row([one], [{ type: "image", source: source("a"), aspectRatio: 1 }]) },
  },
  ContentKitImage: {
    type: "image",
    base: { type: "image", source: source("a"), aspectRatio: 1 },
    of: {
      source: row(source("a"), source("b")),
      aspectRatio: neither(1, 2, "a picture keeps its own shape"),
    },
  },
  ContentKitCodeBlock: {
    type: "codeblock",
    base: { type: "codeblock", content: "let a = 1" },
    of: {
      content: row("a", { $state: "held" }),
      syntax: row("", "json"),
      lineNumbers: row(false, 3),
      header: row(undefined, [one]),
      footer: row(undefined, [{ type: "webframe", source: source("a") }]),
      buttons: row(undefined, [button({})]),
      state: row(undefined, "held"),
      onContentChange: row(undefined, press, {
        site: heard("only with a state: contentKit.test"),
        console: browser,
      }),
    },
  },
  ContentKitWebFrame: {
    type: "webframe",
    base: { type: "webframe", source: source("a") },
    of: {
      source: row(source("a"), source("b")),
      aspectRatio: row(1, 2),
      buttons: row(undefined, [button({})]),
      data: row(undefined, { a: "b" }, { console: browser }),
    },
  },
  ContentKitCard: {
    type: "card",
    base: { type: "card", title: "Card" },
    of: {
      title: row("Card", "Other"),
      hint: row("One", [two]),
      icon: row("star", { type: "image", source: source("a"), aspectRatio: 1 }),
      onPress: row(undefined, press),
      children: row([one], [two]),
      buttons: row(undefined, [button({})]),
    },
  },
  ContentKitButton: {
    type: "button",
    base: button({}),
    of: {
      style: row("secondary", "danger"),
      onPress: row(press, open),
      icon: row("edit", "github"),
      trailingIcon: row("edit", "github"),
      label: row("Go", "Other"),
      tooltip: row("Before", "Other"),
      confirm: row(undefined, sure, { console: asked }),
      disabled: row(false, true),
    },
  },
  ContentKitConfirm: {
    type: "confirm",
    base: sure,
    within: (confirm) => button({ confirm }),
    of: {
      title: row("Sure?", "Other?", { console: asked }),
      text: row("One", "Two", { console: asked }),
      confirm: neither("Yes", "Do it", dialog),
      style: neither("primary", "danger", dialog),
    },
  },
  ContentKitModal: {
    type: "modal",
    base: { type: "modal", children: [one] },
    of: {
      title: row("One", "Two"),
      subtitle: row([one], [two]),
      size: row("medium", "fullscreen"),
      returnValue: row(undefined, { a: 1 }, { console: browser }),
      children,
      submit: row(undefined, { ...button({}), style: "primary" }),
    },
  },
  ContentKitInput: {
    type: "input",
    base: field({ type: "textinput", state: "a" }),
    of: {
      label: row("Field", "Other"),
      hint: row("One", two),
      element: row(button({}), { type: "codeblock", content: "One", state: "a" }),
    },
  },
  ContentKitTextInput: {
    type: "textinput",
    base: { type: "textinput", state: "a" },
    within: field,
    of: {
      ...fieldRows,
      state: row("held", "other"),
      initialValue: row("One", "Two"),
      placeholder: row("One", "Two"),
      multiline: row(false, true),
      inputType: row("text", "password"),
    },
  },
  ContentKitSelect: {
    type: "select",
    base: {
      type: "select",
      state: "a",
      options: [
        { id: "a", label: "A" },
        { id: "held", label: "B" },
      ],
    },
    within: field,
    of: {
      ...fieldRows,
      state: row("held", "other"),
      initialValue: row("a", "held"),
      onValueChange: row(undefined, press, { console: browser }),
      placeholder: row("One", "Two"),
      multiple: row(false, true),
      acceptInput: row(false, true, { site: named("sites take a choice of the list") }),
      options: row([{ id: "a", label: "A" }], [{ id: "b", label: "B" }]),
    },
  },
  ContentKitSelectOption: {
    type: "options",
    base: { id: "a", label: "A" },
    within: (option) => field({ type: "select", state: "a", options: [option] }),
    of: {
      id: row("a", "b"),
      label: row("A", "B"),
      icon: neither("star", "edit", "choices are those of the browser, which are text"),
    },
  },
  ContentKitSwitch: {
    type: "switch",
    base: { type: "switch", state: "a" },
    within: field,
    of: {
      ...fieldRows,
      initialValue: row(false, true),
      onValueChange: row(undefined, press, { console: browser }),
      confirm: row(undefined, sure, { console: asked }),
    },
  },
  ContentKitCheckbox: {
    type: "checkbox",
    base: { type: "checkbox", state: "list", value: "x" },
    within: field,
    of: {
      state: row("list", "other"),
      value: row("x", "y"),
      confirm: row(undefined, sure, { console: asked }),
    },
  },
  ContentKitRadio: {
    type: "radio",
    base: { type: "radio", state: "held", value: "held" },
    within: field,
    of: {
      disabled: row(false, true),
      state: row("held", "other"),
      value: row("held", "other"),
      confirm: row(undefined, sure, { console: asked }),
    },
  },
  ContentKitBuiltInSource: {
    type: "source",
    base: { source: "openapi" },
    within: (options) => field({ type: "select", state: "a", options }),
    of: {
      source: row("openapi", "other", {
        site: named("readers see no specifications by themselves"),
        console: heard("they are read from the server: sources.browser"),
      }),
    },
  },
};

/** What is no part of what is drawn: unions of the others, what is asked, and where. */
const NOT_DRAWN =
  /^ContentKit(?:Action|DefaultAction|Icon|(?:Descendant|Inline|Root)Element|RenderOutput\w*|Context\w*)$/;

test("every type of the contract has its rows", () => {
  const names = described.map(([name]) => name).filter((name) => !NOT_DRAWN.test(name));
  expect(Object.keys(ROWS).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(ROWS))("%s", (name, { type, base, within = (part) => part, of }) => {
  test("has a row for each of its properties", () => {
    const known = Object.keys(components.schemas[name]?.properties ?? {}).filter((one) => one !== "type");
    expect(Object.keys(of).toSorted()).toEqual(known.toSorted());
  });

  test.each(Object.entries(of))("%s is seen, or named", (property, { values, ...alike }) => {
    const [a, b] = values.map((value) => within({ ...base, [property]: value }));
    expect(site(a) === site(b), "alike on sites").toBe(alike.site !== undefined);
    expect(ofConsole(a) === ofConsole(b), "alike in the console").toBe(alike.console !== undefined);
    const isNamed = alike.site?.named ?? alike.console?.named ?? false;
    const names = [`\`${type}\``, `\`${type}.${property}\``];
    expect(!isNamed || names.some((one) => guide.includes(one)), "in the guide").toBe(true);
  });
});
