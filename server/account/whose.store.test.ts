/** A form is of whoever it was shown to: the session is the browser's, and another tab may have signed in somebody else. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { givePassword, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
const SAID = "Somebody else is signed in in this browser now. Sign in as yourself again, then repeat this.";
let ada: Person;
let ben: Person;
let browser: Visitor;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  ben = await world().addPerson("ben", "admin");
  await givePassword(world(), ada, PASSWORD);
  await givePassword(world(), ben, PASSWORD);
  browser = pages.visitor();
});

const enter = async (name: string) =>
  expect((await browser.post("/sign-in", { email: `${name}@example.com`, password: PASSWORD })).status).toBe(
    303,
  );

interface FoundForm {
  readonly action: string;
  readonly fields: Record<string, string>;
}

/** The forms of a page that change something here, as a browser sends them. */
function formsOf(page: string): FoundForm[] {
  const plain = (text = "") => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
  return [...page.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, head = "", body = ""]) => {
    const action = plain(/action="([^"]*)"/.exec(head)?.[1]);
    if (!head.includes('method="post"') || !action.startsWith("/")) return [];
    const named = [...body.matchAll(/<(?:input|button|select)([^>]*)>/gs)].flatMap(([, tag = ""]) => {
      const name = /name="([^"]*)"/.exec(tag)?.[1];
      return name === undefined ? [] : [[name, plain(/value="([^"]*)"/.exec(tag)?.[1])] as const];
    });
    return [{ action, fields: Object.fromEntries(named) }];
  });
}

async function adasForms(): Promise<FoundForm[]> {
  const { organization } = world();
  await world().patch(`/orgs/${organization}`, { inviteLinks: true }, ada);
  const invite = await world().post(`/orgs/${organization}/link-invites`, { role: "read" }, ada);
  const joining = `/invites/${invite.body.id}`;
  const grant = await browser.post("/oauth/device", { client_id: "lectern" });
  const { user_code } = JSON.parse(grant.text);
  const shown = [
    await browser.get("/account"),
    await browser.get("/account/second-factor"),
    await browser.get("/device"),
    await browser.get(joining),
  ];
  const [code] = formsOf(shown[2]?.text ?? "");
  shown.push(await browser.post("/device", { ...code?.fields, user_code }));
  return shown.flatMap(({ text }) => formsOf(text));
}

test("each form of a page does nothing for who signed in beside it, and says so; for its own person it works", async () => {
  await enter("ada");
  await world().post("/user/tokens", { label: "one" }, ada);
  // Another session of hers, which her page can end.
  const other = pages.visitor();
  await other.post("/sign-in", { email: "ada@example.com", password: PASSWORD });
  const forms = await adasForms();
  const actions = forms.map(({ action }) => action.replace(/\?.*/, ""));
  for (const path of ["/sign-out", "/account/profile", "/account/photo", "/account/password"])
    expect(actions).toContain(path);
  for (const path of ["/account/sessions/end", "/account/tokens", "/account/delete", "/device/decision"])
    expect(actions).toContain(path);
  expect(actions.some((action) => action.startsWith("/account/second-factor/app"))).toBe(true);
  expect(actions.some((action) => action.startsWith("/invites/"))).toBe(true);

  await enter("ben");
  const before = (await world().get("/user", ben)).body;
  const took: string[] = [];
  for (const { action, fields } of forms) {
    const typed = { ...fields, displayName: "Ada of the form", email: "ben@example.com", label: "hers" };
    const isFile = action.startsWith("/account/photo") && !action.includes("remove");
    const kind = isFile ? { "content-type": "multipart/form-data; boundary=x" } : {};
    const { status, text } = await browser.post(action, typed, kind);
    const isRefused = action === "/sign-out" ? status === 303 : status === 401 && text.includes(SAID);
    if (!isRefused) took.push(`${status} ${action}`);
  }
  expect(took).toEqual([]);
  expect((await world().get("/user", ben)).body).toEqual(before);
  expect((await browser.get("/account")).text).toContain("ben@example.com");

  await enter("ada");
  const profile = forms.find(({ action }) => action.startsWith("/account/profile"));
  const saved = await browser.post("/account/profile", { ...profile?.fields, displayName: "Ada Lovelace" });
  expect([saved.status, saved.headers["location"]]).toEqual([303, "/account?done=profile"]);
  expect((await world().get("/user", ada)).body.displayName).toBe("Ada Lovelace");
});
