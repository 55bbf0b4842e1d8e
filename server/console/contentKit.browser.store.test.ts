/** What blocks of integrations bring from hosts of their own, and addresses that turn into blocks, in the console. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld({ runsScripts: true });
const browser = useConsoleBrowser(world);
let ada: Person;
let space = "";

/** A clip of an address: its picture and its page, and what it makes of addresses. */
const SCRIPT = `export default { async fetch(request) {
  const { type, props, state = {}, action, context } = JSON.parse((await request.formData()).get("event"));
  if (type !== "ui_render") return new Response("", { status: 406 });
  if (action?.action === "@link.unfurl") {
    if (action.url.endsWith("/broken")) throw new Error("no");
    if (action.url.endsWith("/unknown")) return Response.json({ props: {}, state, element: null });
    const id = new URL(action.url).pathname.slice(1);
    return Response.json({ props: { id, wide: true, "a %} {% evil": "x" }, state });
  }
  const seen = (state.seen ?? 0) + (action?.action === "seen" ? 1 : 0);
  return Response.json({ props, state: { seen }, element: { type: "block", children: [
    { type: "card", title: "Clip " + props.id + ", seen " + seen, icon: { type: "image", source: { url: "https://pictures.example.com/icon.png" } } },
    { type: "input", label: "Agreed", element: { type: "switch", state: "agreed", confirm: { title: "Sure?", text: "It is for good.", confirm: "Yes" } } },
    { type: "codeblock", syntax: "js", lineNumbers: 7, content: "const clip = 1;", footer: [
      { type: "webframe", source: { url: "https://frames.example.com/" + props.id }, aspectRatio: 3,
        data: { seen: { $state: "seen" }, id: props.id } } ],
      buttons: [{ type: "button", icon: "eye", tooltip: "Look", onPress: { action: "look" } }] },
  ] } });
} };`;

/** A page that says what it hears and what it reaches, and has the block drawn anew when it is pressed. */
const FRAME = `<!doctype html><p></p><b></b><button>Seen</button><button>Thrice</button><script>
const say = (message) => parent.postMessage(message, "*");
addEventListener("message", ({ data }) => { document.querySelector("p").textContent = JSON.stringify(data.state) + origin; });
const [once, thrice] = document.querySelectorAll("button");
once.onclick = () => say({ action: { action: "seen" } });
thrice.onclick = () => { once.click(); once.click(); once.click(); };
const reach = (what) => { try { return String(what()); } catch (error) { return error.name; } };
document.querySelector("b").textContent = [
  reach(() => top.document.title), reach(() => parent.document.title), reach(() => document.cookie),
  reach(() => { top.location = "https://evil.example.com/"; return "led away"; }) ].join();
say({ action: { action: "@webframe.resize", size: { height: 160 } } });
// As some do: on a site the two are the same.
top.postMessage({ action: { action: "@webframe.ready" } }, "*");
</script>`;
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  const { organization } = world();
  space = (await world().post(`/orgs/${organization}/spaces`, { title: "Guides" }, ada)).body.id;
  const blocks = [{ id: "clip", title: "Clip", urlUnfurl: ["https://clips.example.com/**"] }];
  const body = publication("acme", { title: "Clips", target: "organization", script: SCRIPT, blocks });
  expect((await world().post("/integrations/clips", body, ada)).status).toBe(200);
  await world().post("/integrations/clips/installations", { organization }, ada);
});

async function newPage(markdown: string): Promise<string> {
  const changes = [{ operation: "insert_page", title: "Clips", document: { markdown } }];
  return (await world().post(`/spaces/${space}/content`, { changes }, ada)).body.changes[0].page;
}

/** A tab in which the hosts of the integration answer, and what was asked of them. */
async function open() {
  const opened = await browser().open(ada, { viewport: { width: 1280, height: 900 } });
  const asked: string[] = [];
  await answerFor(opened.context, asked);
  // The frame tries to lead the page away, of which the browser tells.
  const isTried = (line: string) => asked.includes(line) || line.startsWith("Unsafe attempt to initiate nav");
  const wrong = () => opened.wrong.filter((line) => !isTried(line));
  return { ...opened, asked, wrong };
}

async function answerFor(context: BrowserContext, asked: string[]): Promise<void> {
  await context.route("https://*.example.com/**", async (route) => {
    const { hostname } = new URL(route.request().url());
    asked.push(route.request().url());
    if (hostname === "frames.example.com") return route.fulfill({ contentType: "text/html", body: FRAME });
    if (hostname === "pictures.example.com") return route.fulfill({ contentType: "image/png", body: PIXEL });
    return route.fulfill({ status: 404 });
  });
}

const innerOf = (tab: Page) =>
  tab.locator(".integration").frameLocator("iframe.embed-frame").frameLocator("iframe");

test("the page and the picture of a block are shown, in frames that reach nothing", async () => {
  const page = await newPage('{% @clips/clip id="one" %}\n');
  const { tab, context, asked, wrong } = await open();
  const answer = await tab.goto(`${browser().origin}/s/${space}/${page}`);
  expect(answer?.headers()["content-security-policy"]).not.toContain("example.com");
  const inner = innerOf(tab);
  await inner.getByText('{"seen":0,"id":"one"}null').waitFor();
  await inner.getByText("SecurityError,SecurityError,SecurityError,SecurityError").waitFor();
  await inner.getByRole("button", { name: "Seen" }).click();
  await tab.getByText("Clip one, seen 1").waitFor();
  await inner.getByText('{"seen":1,"id":"one"}null').waitFor();
  // What it wants at once is asked for one after the other: each adds to what the one before it gave.
  await inner.getByRole("button", { name: "Thrice" }).click();
  await inner.getByText('{"seen":4,"id":"one"}null').waitFor();
  const frame = tab.locator(".integration iframe.embed-frame");
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(159);
  const picture = tab.locator(".kit-picture > iframe");
  await picture.waitFor();
  expect(await tab.getByText("pictures.example.com").count()).toBe(0);
  await tab.locator(".integration .line[data-line='7'] .tok-keyword", { hasText: "const" }).waitFor();
  await tab.getByRole("button", { name: "Look" }).waitFor();
  const agreed = tab.getByLabel("Agreed");
  const sayTo = (answer: "accept" | "dismiss") => tab.once("dialog", (dialog) => void dialog[answer]());
  sayTo("dismiss");
  await agreed.click();
  expect(await agreed.isChecked()).toBe(false);
  sayTo("accept");
  await agreed.click();
  expect(await agreed.isChecked()).toBe(true);
  await browser().check(tab);
  await shoot(tab, "kit-frames");
  expect(new Set(asked)).toEqual(
    new Set(["https://frames.example.com/one", "https://pictures.example.com/icon.png"]),
  );
  // In a window of its own it would be a stranger's page at our address.
  const alone = await context.newPage();
  const address = `${browser().origin}/~/kit?page=${encodeURIComponent("https://frames.example.com/one")}`;
  expect((await alone.goto(address))?.status()).toBe(404);
  expect(wrong()).toEqual([]);
  await context.close();
});

test("an address that is pasted on a line of its own turns into a block, and stays a link where it can't", async () => {
  // What leads to the same address elsewhere has words of its own.
  const demo = "[Our demo, recorded in May](https://clips.example.com/two)";
  const page = await newPage(`${demo}\n\nBefore.\n`);
  const { tab, context, wrong } = await open();
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  const text = tab.locator(".ProseMirror");
  await text.getByText("Before.").click();
  await tab.keyboard.press("End");
  // What is pasted before the blocks are known is a link.
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("/clip");
  await tab.getByRole("option", { name: "Clip" }).waitFor();
  for (let letters = 0; letters < "/clip".length; letters++) await tab.keyboard.press("Backspace");
  const paste = (address: string) =>
    tab.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "${address}");
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(".ProseMirror").dispatchEvent(event);
    }`);
  await paste("https://clips.example.com/two");
  await text.locator(".integration").getByText("Clip two, seen 0").waitFor();
  const stored = async () =>
    (await world().get(`/spaces/${space}/content/page/${page}?format=markdown`, ada)).body.markdown;
  await expect
    .poll(stored, { timeout: 60_000 })
    .toBe(`${demo}\n\nBefore.\n\n{% @clips/clip id="two" wide="true" %}\n`);
  await browser().check(tab);
  await shoot(tab, "kit-unfurled");
  await tab.keyboard.press("Control+z");
  await text.getByText("https://clips.example.com/two").waitFor();
  await expect.poll(stored, { timeout: 60_000 }).not.toContain("{%");

  // Nothing comes of these.
  for (const address of ["https://clips.example.com/broken", "https://clips.example.com/unknown"]) {
    await text.locator("p").last().click();
    await tab.keyboard.press("End");
    await tab.keyboard.press("Enter");
    await paste(address);
    await text.getByText(address).waitFor();
    await expect.poll(stored, { timeout: 60_000 }).toContain(address);
  }
  expect(await text.locator(".integration").count()).toBe(0);
  expect(wrong().filter((line) => !/status of 503/.test(line))).toEqual([]);
  await context.close();
});
