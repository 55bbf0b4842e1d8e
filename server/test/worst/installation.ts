/** An installation as large as some figures say, of which every operation is asked its worst. */
import { bodiesWith, makeMore, type More } from "../accepted.ts";
import type { Answer, Person, World } from "../harness.ts";
import { makeOneOfEach } from "../oneOfEach.ts";
import { DENSE_TEXTS, denseTable } from "./texts.ts";

/** How large the installation is, and what it is sent. */
export interface WorstFigures {
  /** Pages of the space, fifty in each write. */
  readonly pages: number;
  /** Of these, those that a change request edits, fifty in each write. */
  readonly changed: number;
  readonly comments: number;
  readonly webhooks: number;
  /** People who are invited by one request, and redirects that it brings. */
  readonly several: number;
  /** UTF-16 code units of one page's text. */
  readonly text: number;
  /** Bytes of a body, about. */
  readonly body: number;
}

/** The installation, and what asks of it. */
export interface Place {
  readonly known: Map<string, string>;
  readonly more: More;
  /** What an operation takes at the least, by its id. */
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly figures: WorstFigures;
  readonly world: World;
  /** A call of the owner's. @throws unless it succeeds */
  ask(method: "get" | "post" | "put" | "patch", path: string, body?: unknown): Promise<Answer>;
}

export async function makePlace(world: World, owner: Person, figures: WorstFigures): Promise<Place> {
  const known = new Map(await makeOneOfEach(world, owner));
  const more = await makeMore(world, owner);
  const ask: Place["ask"] = async (method, path, body) => {
    const answer = await (method === "get" ? world.get(path, owner) : world[method](path, body, owner));
    if (answer.status < 300) return answer;
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
  };
  // Those who ask are still there at the end.
  known.set("tokenId", (await ask("post", "/user/tokens", { label: "Another" })).body.id);
  const place = { known, more, bodies: bodiesWith(known, more), figures, world, ask };
  await fill(place);
  return place;
}

/**
 * Edits many pages in the change request, and there and in the space the pages whose texts take longest, each at another
 * end: what reads, compares, updates and merges it has all of that before it.
 */
async function edit(
  { known, figures, ask }: Pick<Place, "known" | "figures" | "ask">,
  pages: readonly string[],
): Promise<void> {
  const space = `/spaces/${known.get("spaceId")}`;
  const request = `${space}/change-requests/${known.get("changeRequestId")}`;
  for (let at = 0; at < figures.changed; at += 50) {
    const changes = pages.slice(at, at + 50).map((page) => ({
      operation: "update_page",
      page,
      title: "Changed",
      document: { markdown: "Words of another.\n\n- item\n- and one more" },
    }));
    await ask("post", `${request}/content`, { changes });
  }
  for (const [of, make] of Object.entries(DENSE_TEXTS)) {
    const write = (place: string, markdown: string) =>
      ask("post", `${place}/content`, {
        changes: [{ operation: "update_page", page: known.get(`page of ${of}`), document: { markdown } }],
      });
    const text = make(figures.text);
    await write(request, `Begun otherwise.\n\n${text}`);
    await write(space, `${text}\n\nEnded otherwise.`);
  }
}

/** Makes the space, its comments and the webhooks as many as the figures say, publishes the site, and brings the change request up to date. */
async function fill({ known, figures, world, ask }: Place): Promise<void> {
  const space = `/spaces/${known.get("spaceId")}`;
  const write = (changes: readonly object[]) => ask("post", `${space}/content`, { changes });
  const pages: string[] = [];
  const tops: string[] = [];
  for (let written = 0; written < figures.pages; written += 50) {
    const changes = Array.from({ length: 50 }, (_, index) => ({
      operation: "insert_page",
      title: `Page ${written + index} of many`,
      document: { markdown: `Words of [it](https://example.com/${written + index}).\n\n> Quoted\n\n- item` },
      ...(tops.length === 0 ? {} : { into: tops[(written / 50) % 50] }),
    }));
    const { body } = await write(changes);
    const made = body.changes.map(({ page }: { page: string }) => page);
    pages.push(...made);
    if (tops.length === 0) tops.push(...made);
  }
  known.set("first page", tops[0] ?? "");
  for (const [of, make] of Object.entries(DENSE_TEXTS)) {
    const document = { markdown: make(figures.text) };
    const { body } = await write([{ operation: "insert_page", title: `Much of ${of}`, document }]);
    known.set(`page of ${of}`, body.changes[0].page);
  }
  known.set("pageId", known.get("page of cells") ?? "");
  known.set("pagePath", "much-of-cells");
  const shared = {
    operation: "insert_reusable_content",
    title: "Large",
    document: { markdown: denseTable(figures.text) },
  };
  known.set("reusableContentId", (await write([shared])).body.changes[0].reusableContent);
  known.set("revisionId", (await ask("get", space)).body.revision);
  for (let index = 0; index < figures.comments; index++)
    await ask("post", `${space}/comments`, { page: known.get("pageId"), body: { markdown: "Said." } });
  for (let index = 0; index < figures.webhooks; index++)
    await ask("post", `/orgs/${world.organization}/webhooks`, { url: "https://127.0.0.1:65535/" });
  await ask("post", `${space}/change-requests/${known.get("changeRequestId")}/update`);
  await edit({ known, figures, ask }, pages);
  const site = `/orgs/${world.organization}/sites/${known.get("siteId")}`;
  await ask("post", `${site}/publish`);
  known.set("published", (await ask("get", site)).body.urls.published);
}
