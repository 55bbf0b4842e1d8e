/** The page tree of a space: stored bytes behind a token, and the answer that nothing has changed. */
import { authorized } from "../fixture.ts";
import { get, send, wire } from "../request.ts";
import { against, type Bench, type Row } from "./row.ts";

interface Tree {
  readonly path: string;
  readonly etag: string;
  readonly name: string;
  readonly space: string;
}

/** Has the peer hold the same bytes. */
async function treeOf({ fixture }: Bench, pages: number, encoding: "br" | "identity"): Promise<Tree> {
  const space = fixture.filled.spaces[pages] ?? "";
  const path = `/v1/spaces/${space}/content/pages`;
  const answer = await get(fixture.ours.port, path, { ...authorized, "accept-encoding": encoding });
  if (answer.status !== 200) throw new Error(`The tree of ${pages} pages answers ${answer.status}.`);
  const name = `tree-${pages}-${encoding}`;
  const about = encoding === "br" ? { encoding } : {};
  fixture.giveConstant(name, { type: "application/json; charset=utf-8", body: answer.body, ...about });
  return { path, name, space, etag: String(answer.headers["etag"]) };
}

function whole(pages: number, encoding: "br" | "identity"): Row {
  const size = pages.toLocaleString("en");
  return against(`page tree of ${size}${encoding === "br" ? ", Brotli" : ""}`, 0.75, async (bench) => {
    const { path, name, space } = await treeOf(bench, pages, encoding);
    const headers = { ...authorized, "accept-encoding": encoding };
    return { ours: [wire("GET", path, headers)], peer: [wire("GET", `/tree/${space}/${name}`, headers)] };
  });
}

function unchanged(pages: number): Row {
  return against(`304 for a tree of ${pages.toLocaleString("en")}`, 0.8, async (bench) => {
    const { path, name, space, etag } = await treeOf(bench, pages, "br");
    const headers = { ...authorized, "accept-encoding": "br" };
    const peer = await get(bench.fixture.peer.port, `/tree/${space}/${name}`, authorized);
    return {
      ours: [wire("GET", path, { ...headers, "if-none-match": etag })],
      peer: [
        wire("GET", `/tree/${space}/${name}`, { ...headers, "if-none-match": String(peer.headers["etag"]) }),
      ],
      status: 304,
    };
  });
}

/** The first page of the links of a space, as large as they come. */
function links(pages: number): Row {
  return against(`links of ${pages.toLocaleString("en")}`, 0.8, async ({ fixture }) => {
    const space = fixture.filled.spaces[pages] ?? "";
    const path = `/v1/spaces/${space}/links`;
    const answer = await get(fixture.ours.port, path, authorized);
    if (answer.status !== 200) throw new Error(`The links of ${pages} pages answer ${answer.status}.`);
    const name = `links-${pages}`;
    fixture.giveConstant(name, { type: "application/json; charset=utf-8", body: answer.body });
    return {
      ours: [wire("GET", path, authorized)],
      peer: [wire("GET", `/tree/${space}/${name}`, authorized)],
    };
  });
}

/** What a proposal changes in a space, one page of it, asked again and again. */
function changes(pages: number): Row {
  return against(`changes of one page of ${pages.toLocaleString("en")}`, 0.5, async ({ fixture }) => {
    const { port } = fixture.ours;
    const space = fixture.filled.spaces[pages] ?? "";
    const proposals = `/v1/spaces/${space}/change-requests`;
    const headers = { ...authorized, "content-type": "application/json" };
    const { number } = JSON.parse((await send(port, "POST", proposals, headers, "{}")).body.toString());
    const [page] = fixture.filled.pages[pages] ?? [];
    const document = { markdown: "Changed for the bench.\n" };
    const edit = JSON.stringify({ changes: [{ operation: "update_page", page, document }] });
    await send(port, "POST", `${proposals}/${number}/content`, headers, edit);
    const path = `${proposals}/${number}/changes`;
    const answer = await get(port, path, authorized);
    if (answer.status !== 200 || !answer.body.includes("page_edited"))
      throw new Error(`The changes in ${pages} pages answer ${answer.status}: ${answer.body}`);
    const name = `changes-${pages}`;
    fixture.giveConstant(name, { type: "application/json; charset=utf-8", body: answer.body });
    return {
      ours: [wire("GET", path, authorized)],
      peer: [wire("GET", `/tree/${space}/${name}`, authorized)],
    };
  });
}

/** @param sizes numbers of pages that the fixture has spaces for */
export function trees(sizes: readonly number[]): Row[] {
  return sizes.flatMap((pages) => [
    whole(pages, "identity"),
    whole(pages, "br"),
    unchanged(pages),
    links(pages),
    changes(pages),
  ]);
}
