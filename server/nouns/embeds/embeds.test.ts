import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { OutboundFetch } from "../../ports/fetch.ts";
import { OutboundError } from "../../ports/outbound-error.ts";
import { useWorld } from "../../test/harness.ts";
import { resolveEmbed } from "./resolve.ts";

const world = useWorld();
const VIDEO = "https://youtu.be/dQw4w9WgXcQ";

/** A door behind which one provider answers, and what was asked there. */
function doorTo(answer: () => { status: number; text: string }) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    const { status, text } = answer();
    return { status, headers: {}, url, body: Buffer.from(text) };
  };
  const deps: Pick<Deps, "fetch" | "log"> = {
    fetch: { fetch } as unknown as OutboundFetch,
    log: world().deps.log,
  };
  return { asked, deps };
}

test("a known provider's frame is ours, its title the provider's, and asked for once", async () => {
  const said = { title: "  A <b>film</b>  ", html: "<script>alert(1)</script>" };
  const { asked, deps } = doorTo(() => ({ status: 200, text: JSON.stringify(said) }));
  const found = await resolveEmbed(deps, VIDEO);
  expect(found).toMatchObject({ type: "rich", title: "A <b>film</b>", site: "YouTube" });
  expect("html" in found && found.html).toMatch(
    /^<iframe [^>]*src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ"[^>]*sandbox="[^"]+"[^>]*><\/iframe>$/,
  );
  expect(JSON.stringify(found)).not.toContain("script>");
  await resolveEmbed(deps, VIDEO);
  expect(asked).toEqual([`https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(VIDEO)}`]);
});

test.each([
  ["is not there", () => ({ status: 404, text: "" })],
  ["answers garbage", () => ({ status: 200, text: "<html>" })],
  ["answers nothing", () => ({ status: 200, text: "null" })],
  ["gives no title", () => ({ status: 200, text: '{"title":7}' })],
  [
    "can't be reached",
    () => {
      throw new OutboundError("FETCH_TIMEOUT");
    },
  ],
])("a provider that %s leaves its name for a title", async (_, answer) => {
  expect(await resolveEmbed(doorTo(answer).deps, VIDEO)).toMatchObject({ type: "rich", title: "YouTube" });
});

test("every other address is a link, about which nobody is asked", async () => {
  const reader = await world().addPerson("rita", "read");
  const stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const maker = await world().addPerson("edda", "create");
  const { body: space } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Films" },
    maker,
  );
  const query = `embed?url=${encodeURIComponent("https://films.example.com/one?x=1")}`;
  const link = { type: "link", title: "films.example.com/one", site: "films.example.com" };
  expect((await world().get(`/spaces/${space.id}/${query}`, reader)).body).toEqual(link);
  expect((await world().get(`/urls/${query}`, reader)).body).toEqual(link);
  expect((await world().get(`/urls/${query}`)).status).toBe(401);
  expect((await world().get(`/spaces/${space.id}/${query}`, stranger)).status).toBe(404);
  expect((await world().get(`/spaces/${space.id}/embed?url=javascript:alert(1)`, reader)).status).toBe(400);
});
