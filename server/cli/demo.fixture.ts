/** What `lectern demo` has to come to, looked at as readers, as members and as its operator. */
import { expect } from "vitest";
import type { Ran } from "./runHere.fixture.ts";

/** A page of a site as readers get it. */
const read = async (url: string) => (await fetch(url)).text();

/** Makes the demo beside the server at `api`, looks at it, and takes it away. */
export async function goThroughDemo(
  lectern: (args: string) => Promise<Ran>,
  api: string,
  token: string,
): Promise<void> {
  const made = await lectern("demo");
  expect([made.code, made.err]).toEqual([0, expect.stringContaining("lectern demo --remove")]);
  const [docs = "", handbook = "", review = ""] = made.out.split("\n").map((line) => line.split(/ {2,}/)[1]);
  expect(await read(docs)).toMatch(/<h1[^>]*>.*Welcome to Windrose.*[^]*4\.2/);
  expect(await read(`${docs}de/first-steps/set-up`)).toContain("jede Minute ein Messwert");
  expect(await read(`${docs}what-is-new`)).toContain("a reading each minute");
  expect(await read(handbook)).toContain("How we work");
  // The description of the API is read by a job.
  await expect.poll(() => read(`${docs}api/readings`)).toContain("List readings");
  // What concerns one station alone is shown to whoever chose it.
  const chosen = { headers: { cookie: `lectern-visitor-public={"model":"field"}` } };
  const forField = await (await fetch(`${docs}first-steps/set-up`, chosen)).text();
  expect([forField.includes("Unfold the three legs"), forField.includes("ground screw")]).toEqual([
    true,
    false,
  ]);
  const spaces = new URL(review).pathname.split("/");
  const path = `${api}/spaces/${spaces[2]}/change-requests/${spaces.at(-1)}`;
  const ask = async (what: string) =>
    (await fetch(path + what, { headers: { authorization: `Bearer ${token}` } })).json();
  expect(await ask("")).toMatchObject({ status: "open", createdBy: { displayName: "Mara Voss" } });
  expect(await ask("/reviews")).toMatchObject({
    items: [{ status: "changes-requested", reviewer: { displayName: "Tomas Lindqvist" } }],
  });
  expect(await ask("/merge-rules")).toMatchObject({ items: [{ state: "unmet" }] });
  // Nobody can act by what the command acted with.
  expect((await lectern("token list")).out).not.toContain("lectern demo");

  const again = await lectern("demo");
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("lectern demo --remove")]);
  // Whoever of its people has gone since doesn't keep it from being taken away.
  expect((await lectern("user delete mara@windrose.example --confirm mara@windrose.example")).code).toBe(0);
  expect((await lectern("demo --remove")).code).toBe(0);
  expect((await lectern("org list")).out).not.toContain("windrose");
  expect((await lectern("user list")).out).not.toContain("windrose");
  await expect.poll(async () => (await fetch(docs)).status).toBe(404);
  expect(await lectern("demo --remove")).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no demo here"),
  });
}
