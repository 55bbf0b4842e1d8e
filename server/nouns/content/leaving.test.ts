/** Who leaves while their text is merged takes their write with them. */
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { mergeTexts } from "../../content/mergeTexts.ts";
import { useWorld } from "../../test/harness.ts";

const world = useWorld();

const paragraphs = (first: string, last: string, length = 500) =>
  [first, ...Array.from({ length }, (_, at) => `Paragraph ${at} has some words of its own.`), last].join(
    "\n\n",
  );

test("a write whose client leaves while it is merged is not made, and holds up nobody", async () => {
  const writer = await world().addPerson("wanda", "create");
  const { organization, app } = world();
  const made = await world().post(`/orgs/${organization}/spaces`, { title: "Guide" }, writer);
  const content = `/spaces/${made.body.id}/content`;
  const update = (page: string, markdown: string, base: string | null) => ({
    changes: [{ operation: "update_page", page, document: { markdown, base } }],
  });
  const inserted = await world().post(
    content,
    { changes: [{ operation: "insert_page", title: "P" }] },
    writer,
  );
  const { page } = inserted.body.changes[0];
  const first = await world().post(content, update(page, paragraphs("A", "B"), null), writer);
  const base = first.body.changes[0].documentId;
  const head = paragraphs("A1", "B");
  expect((await world().post(content, update(page, head, base), writer)).status).toBe(200);

  // The organization's place for merges is taken, so that the write waits for it.
  const held = new AbortController();
  const long = (first: string, last: string) => paragraphs(first, last, 20_000);
  const versions = { base: long("a", "b"), ours: long("A", "b"), theirs: long("a", "B") };
  const holding = Array.from({ length: 4 }, () =>
    mergeTexts(versions, { organization, left: 60_000, signal: held.signal }),
  );
  const ended = Promise.allSettled(holding);

  await app.listen({ port: 0, host: "127.0.0.1" });
  const arrived = new Promise<void>((resolve) =>
    app.server.once("request", (message: IncomingMessage) => message.once("end", resolve)),
  );
  const { port } = app.server.address() as AddressInfo;
  const leaving = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: `/v1${content}`,
    headers: { authorization: `Bearer ${writer.token}`, "content-type": "application/json" },
  });
  leaving.on("error", () => undefined).end(JSON.stringify(update(page, paragraphs("A", "B2"), base)));
  await arrived;
  const left = new Promise<void>((resolve) => leaving.once("close", resolve));
  leaving.destroy();
  await left;

  const next = await world().post(content, { changes: [{ operation: "insert_page", title: "Q" }] }, writer);
  expect(next.status).toBe(200);
  expect((await world().get(`${content}/page/${page}`, writer)).body.markdown).toBe(head);
  held.abort(new Error("done"));
  // It was taken all the time.
  expect((await ended).at(-1)?.status).toBe("rejected");
});
