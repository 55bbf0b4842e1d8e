import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { words } from "../words.ts";

const sent: [url: string, person: string | null][] = [];
let answers: (() => Promise<Response>)[] = [];

const answer =
  (status: number, person?: string, body: object = {}) =>
  async (): Promise<Response> =>
    Response.json(body, { status, headers: person === undefined ? {} : { "lectern-person": person } });

beforeEach(() => {
  vi.resetModules();
  sent.length = 0;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push([url, new Headers(init.headers).get("lectern-person")]);
    return (answers.shift() as () => Promise<Response>)();
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A tab whose start has failed. */
async function tab() {
  const person = await import("./person.ts");
  person.personIsAsked();
  const post = () => person.asOwn({ method: "POST" }, (init) => fetch("/-/v1/spaces", init));
  return { person, post };
}

test("where the start failed, who is signed in is asked once before anything is changed", async () => {
  answers = [answer(200, "ada"), answer(201), answer(201), answer(201)];
  const { person, post } = await tab();
  const heard: unknown[] = [];
  person.onPerson(() => heard.push(person.ownPerson()));
  const both = await Promise.all([post(), post()]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect((await post()).status).toBe(201);
  const own = ["/-/v1/spaces", "ada"];
  expect(sent).toEqual([["/-/v1/user", null], own, own, own]);
  expect(heard).toEqual(["ada"]);
});

test("what the question was refused with is the answer, and nothing is changed", async () => {
  answers = [answer(401, undefined, { error: { message: "You are signed out." } })];
  const { post } = await tab();
  const refused = await post();
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { error: { message: "You are signed out." } },
  ]);
  expect(sent).toEqual([["/-/v1/user", null]]);
});

test("where it stays unknown, a sentence says what to do", async () => {
  answers = [answer(200)];
  const { post } = await tab();
  const refused = await post();
  expect([refused.status, (await refused.json()).error.message]).toEqual([503, words.personNotKnown]);
});

test("a question that fails is asked again by the next change", async () => {
  answers = [() => Promise.reject(new TypeError("fetch failed")), answer(200, "ada"), answer(201)];
  const { post } = await tab();
  await expect(post()).rejects.toThrow("fetch failed");
  expect((await post()).status).toBe(201);
});
