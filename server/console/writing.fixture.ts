/** Pages that are written in a browser, and what the tests of that ask for. */
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { type Opened, type Opening, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

/** What a browser says of what such a test is about: a session that ended, a right that is gone, no network. */
const EXPECTED = /status of 40\d|ERR_INTERNET_DISCONNECTED/;

/** An administrator with a browser, and spaces to write in. */
export function useWriting() {
  const world = useWorld();
  const browser = useConsoleBrowser(world);
  let ada: Person;
  beforeAll(async () => {
    ada = await world().addPerson("ada", "admin");
  });

  const faults = ({ wrong }: Opened) => wrong.filter((line) => !EXPECTED.test(line));
  const revisions = async (space: string): Promise<number> =>
    (await world().get(`/spaces/${space}/revisions`, ada)).body.count;

  /** A tab in which somebody is signed in. */
  const open = (person: Person, opening?: Opening): Promise<Opened> => browser().open(person, opening);

  const read = async (space: string, page: string) =>
    (await world().get(`/spaces/${space}/content/page/${page}`, ada)).body;

  const makeSpace = async (title: string, more: object = {}): Promise<string> =>
    (await world().post(`/orgs/${world().organization}/spaces`, { title, ...more }, ada)).body.id;

  /** A page whose text is that, byte for byte. */
  async function makePage(space: string, title: string, markdown: string): Promise<string> {
    const inserted = await world().post(
      `/spaces/${space}/content`,
      { changes: [{ operation: "insert_page", type: "document", title }] },
      ada,
    );
    const { page } = inserted.body.changes[0];
    const change = { operation: "update_page", page, document: { markdown, base: null } };
    expect((await world().post(`/spaces/${space}/content`, { changes: [change] }, ada)).status).toBe(200);
    return page;
  }

  return { world, browser, ada: () => ada, faults, open, read, revisions, makeSpace, makePage };
}

/** Another tab is heard and let save for some moments, of which a busy machine takes more. */
export const PATIENT_WITH_OTHERS = `{
  const { setTimeout } = window;
  window.setTimeout = (act, ms, ...given) => setTimeout(act, [700, 5000].includes(ms) ? 60000 : ms, ...given);
  AbortSignal.timeout = () => new AbortController().signal;
}`;

export const status = (tab: Page, text: string) =>
  tab.locator(".saving", { hasText: new RegExp(`^${text}`) }).waitFor();
/** What is said of a page that another tab writes. */
export const ELSEWHERE = "You are writing this page in another tab";
export const editor = (tab: Page) => tab.locator(".ProseMirror");

/** The caret behind a text of the page, once that is there. */
export async function caretBehind(tab: Page, text: string): Promise<void> {
  const isThere = () =>
    tab.evaluate(`(() => {
      const root = document.querySelector(".ProseMirror");
      const walker = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker?.nextNode(); node; node = walker.nextNode()) {
        const at = node.data.indexOf(${JSON.stringify(text)});
        if (at === -1) continue;
        const caret = getSelection();
        // The editor hears of it a moment later, and only while it has the keys: until then others' words put the caret back.
        if (document.activeElement === root && caret.anchorNode === node && caret.anchorOffset === at + ${text.length}) return true;
        root.focus();
        caret.collapse(node, at + ${text.length});
        return false;
      }
      return false;
    })()`);
  await expect.poll(isThere).toBe(true);
  // The editor hears of it from the browser, a moment later.
  await drawn(tab);
}

/** When a tab has drawn what it knows now. */
export const drawn = (tab: Page) =>
  tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

/** Holds back what a tab sends with a method to some addresses, until `come` is called. */
export async function heldMethod(tab: Page, method: string, addresses: RegExp) {
  let come = (): void => undefined;
  let ask = (): void => undefined;
  const isThere = new Promise<void>((done) => (come = done));
  const asked = new Promise<void>((done) => (ask = done));
  await tab.route(addresses, async (route) => {
    if (route.request().method() !== method) return route.continue();
    ask();
    await isThere;
    return route.continue();
  });
  return { asked, come };
}

/** A picture of one point. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Pastes a file where the caret is. */
export const paste = (tab: Page, name: string, type: string, base64: string) =>
  tab.evaluate(`{
    const bytes = Uint8Array.from(atob("${base64}"), (letter) => letter.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "${name}", { type: "${type}" }));
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".ProseMirror").dispatchEvent(event);
  }`);

/** Waits until the browser keeps a text that was typed. */
export async function keptWith(tab: Page, text: string): Promise<void> {
  const isKept = () =>
    tab.evaluate(`new Promise((done) => {
      const opening = indexedDB.open("lectern", 1);
      opening.onsuccess = () => {
        const asked = opening.result.transaction("drafts").objectStore("drafts").getAll();
        asked.onsuccess = () => {
          opening.result.close();
          done(asked.result.some(({ mine }) => mine.includes(${JSON.stringify(text)})));
        };
      };
    })`);
  await expect.poll(isKept).toBe(true);
}

/** Does something in a store of what the browser keeps. */
export const inStore = (tab: Page, store: string, act: string) =>
  tab.evaluate(`new Promise((done) => {
    const opening = indexedDB.open("lectern", 1);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("${store}", "readwrite");
      const asked = transaction.objectStore("${store}").${act};
      transaction.oncomplete = () => { opening.result.close(); done(asked.result); };
    };
  })`);

export interface LeftText {
  readonly id: string;
  readonly title: string;
  readonly base: string;
  readonly mine: string;
  readonly change?: string;
  readonly fields?: object;
  readonly held?: object;
}

/** Has a browser keep a text as an earlier time would have left it. */
export function leaveText(
  tab: Page,
  user: string,
  space: string,
  { base, change = "", fields = {}, ...of }: LeftText,
) {
  const { id, title, mine, held } = of;
  const place = { user, space, change, of: "page", id };
  const typed = { base: { documentId: null, markdown: base }, mine, fields, held, was: {} };
  const draft = { ...place, ...typed, version: 1, title, pending: null, proposal: null, at: Date.now() };
  return inStore(tab, "drafts", `put(${JSON.stringify(draft)}, ${JSON.stringify(Object.values(place))})`);
}
