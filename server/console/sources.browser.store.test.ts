/** Pages that an integration makes, inserted in a browser: it asks what of, by a component of its own. */
import { beforeAll, expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld({ runsScripts: true });
const browser = useConsoleBrowser(world);
let wim: Person;
let space = "";
const MANY = 105;

/** Asks for a product and a specification, as the published one does, and makes one page of them. */
const SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const { type, props, state = {}, action, dependencies } = JSON.parse(form.get("event"));
  if (type === "content_compute_revision") {
    const computed = { type: "integration:releases:list", props, dependencies: {} };
    return Response.json({ pages: [{ type: "document", id: "one", title: "Release of " + props.product, computed }] });
  }
  if (type === "content_compute_document")
    return Response.json({ document: { markdown: "All about " + props.product + "." } });
  if (type !== "ui_render") return new Response("", { status: 406 });
  if (action?.action === "submit" && !state.product)
    return Response.json({ props, state, element: { type: "block", children: [{ type: "text", children: ["Name a product."] }] } });
  if (action?.action === "submit") {
    const spec = { ref: { kind: "openapi", spec: state.spec } };
    return Response.json({ type: "complete", returnValue: { props: { product: state.product }, dependencies: { spec } } });
  }
  const field = (label, element) => ({ type: "input", label, element });
  const given = { product: props.contentSource?.props.product, spec: props.contentSource?.dependencies.spec.ref.spec };
  return Response.json({ props, state: given, element: { type: "configuration", children: [
    field("Product", { type: "textinput", state: "product" }),
    field("Description", { type: "select", state: "spec", placeholder: "None yet", options: { source: "openapi" } }),
    { type: "button", label: props.submitLabel ?? "Next", onPress: { action: "submit" } },
  ] } });
} };`;

beforeAll(async () => {
  const { organization } = world();
  const of = `/orgs/${organization}`;
  const ada = await world().addPerson("ada", "admin");
  wim = await world().addPerson("wim", "edit");
  space = (await world().post(`${of}/spaces`, { title: "Windrose" }, ada)).body.id;
  await world().patch(`/spaces/${space}`, { editMode: "live" }, ada);
  const text = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}";
  expect((await world().post(`${of}/openapi`, { slug: "harbour", source: { text } }, ada)).status).toBe(201);
  // More than a list has unless asked for more.
  for (let count = 0; count < MANY; count++)
    await world().post(`${of}/openapi`, { slug: `other-${count}`, source: { text } }, ada);
  const body = publication("acme", {
    target: "space",
    script: SCRIPT,
    scopes: ["space:content:read", "openapi:read"],
    contentSources: [{ id: "list", title: "Releases", configuration: { componentId: "list" } }],
  });
  expect((await world().post("/integrations/releases", body, ada)).status).toBe(200);
  const path = "/integrations/releases/installations";
  const { body: installed } = await world().post(path, { organization }, ada);
  await world().post(`${path}/${installed.id}/spaces`, { space }, ada);
  await world().runJobs();
});

test("somebody who writes inserts pages of an integration, and says in its own form what they are made of", async () => {
  const { tab, context, wrong } = await browser().open(wim);
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("button", { name: "New page" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Integration" }).check();
  await dialog.getByRole("textbox", { name: "Title" }).fill("All releases");
  await dialog.getByLabel("What makes them").selectOption({ label: "Releases" });
  await shoot(tab, "source-new-page");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const own = tab.getByRole("dialog", { name: "Pages from “Releases”" });
  await own.getByLabel("Product").fill("windrose");
  // What was filled in isn't given up by one key.
  await tab.keyboard.press("Escape");
  await own.getByText("Discard what you typed?").waitFor();
  await own.getByRole("button", { name: "Keep editing" }).click();
  expect(await own.getByLabel("Product").inputValue()).toBe("windrose");
  await expect.poll(() => own.getByLabel("Description").locator("option").count()).toBe(MANY + 2);
  await own.getByLabel("Description").selectOption({ label: "harbour" });
  await shoot(tab, "source-asks");
  await own.getByRole("button", { name: "Insert" }).click();
  await own.waitFor({ state: "detached" });
  await tab.locator("main").getByText("All releases").first().waitFor();
  await expect
    .poll(
      async () => (await world().get(`/spaces/${space}/content/pages?computed=false`, wim)).body.pages.length,
    )
    .toBe(1);
  const { body } = await world().get(`/spaces/${space}/content/pages?computed=false`, wim);
  expect(body.pages[0]).toMatchObject({
    type: "computed",
    title: "All releases",
    computed: {
      type: "integration:releases:list",
      props: { product: "windrose" },
      dependencies: { spec: { ref: { kind: "openapi", spec: "harbour" } } },
    },
  });
  await tab.getByText("releases has not been asked for its pages yet.").waitFor();
  await world().runJobs();
  const made = await world().get(`/spaces/${space}/content/pages`, wim);
  expect(made.body.pages[0].title).toBe("Release of windrose");
  // Of something else: the component is told what it is made of by now.
  await tab.getByRole("treeitem", { name: "All releases" }).click({ button: "right" });
  await shoot(tab, "source-menu");
  await tab.getByRole("menuitem", { name: "Change what it is made of" }).click();
  expect(await own.getByLabel("Product").inputValue()).toBe("windrose");
  await shoot(tab, "source-asks-again");
  await own.getByLabel("Product").fill("compass");
  await own.getByRole("button", { name: "Save" }).click();
  await own.waitFor({ state: "detached" });
  const product = async () =>
    (await world().get(`/spaces/${space}/content/pages?computed=false`, wim)).body.pages[0].computed.props
      .product;
  expect(await product()).toBe("compass");
  await tab.getByText("“All releases” is made of something else now").waitFor();
  await tab.getByRole("button", { name: "Undo" }).click();
  await expect.poll(product).toBe("windrose");
  expect(wrong).toEqual([]);
  await context.close();
});

test("who looks on while pages are made sees when they are there, whoever told of the change before", async () => {
  const { tab, context } = await browser().open(wim);
  // All that it could be told of is behind it when the pages are made.
  await tab.route("**/-/events**", (route) => route.abort());
  const computed = { type: "integration:releases:list", props: { product: "sextant" }, dependencies: {} };
  const changes = [{ operation: "insert_page", type: "computed", title: "Sextants", computed }];
  const { body } = await world().post(`/spaces/${space}/content`, { changes }, wim);
  await tab.goto(`${browser().origin}/s/${space}/${body.changes[0].page}`);
  await tab.getByText("releases has not been asked for its pages yet.").waitFor();
  await world().runJobs();
  await tab.getByText("releases makes 1 page here.").waitFor({ timeout: 60_000 });
  await context.close();
});
