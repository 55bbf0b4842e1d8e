/** Content locations, as JSON: the organization and the space in them are the same text each time. */
import { getFromMap } from "../../../engine/mapRead.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { FileEntry, ReusableContent } from "../../../engine/page.ts";
import { BROKEN, reusableSource, targetInRevision } from "../../../engine/revision.ts";
import { readTrail } from "../../../engine/tree.ts";
import { presentFile, presentPage, presentReusable } from "../revisions/present.ts";
import { placesOf } from "./places.ts";
import { readElsewhere, slugOf, type Statuses } from "./stretches.ts";
import type { LinkGround, PresentedLink } from "./view.ts";

/** Content of a space that locations are in. */
interface Where {
  readonly view: PresentedLink;
  readonly ground: LinkGround;
  readonly root: RevisionRoot;
}

/** Where links of a source to a target are: each place of a page for itself, the page alone where there is none. */
export async function locationsOf(
  view: PresentedLink,
  source: string,
  target: string,
  context = "",
): Promise<string[]> {
  const where = { view, ground: view.ground, root: view.root };
  const { content } = view;
  const reusable = await readReusable(where, source);
  if (reusable !== undefined) return [reusableLocation(where, reusable, context)];
  const trail = await readTrail(content.nodes, view.root, source);
  const page = trail?.at(-1);
  if (trail === undefined || page === undefined) return [];
  const path = trail.map(({ slug }) => slug).join("/");
  const json = JSON.stringify(presentPage({ page, path, pages: [] }, how(where)));
  const nodes = await placesOf(content, page.body, target, source);
  const places = nodes.map((node) =>
    JSON.stringify({ internalLocation: { type: "node", node } }).slice(1, -1),
  );
  return (places.length === 0 ? [""] : places).map((place) =>
    location(where.ground, "page", ["page", json], context, place),
  );
}

/** What a target is, as a location; undefined where there is nothing to show of it. */
export async function targetLocation(
  view: PresentedLink,
  { grounds, specs }: Statuses,
  key: string,
  status: string,
): Promise<string | undefined> {
  if (key.startsWith("url:")) return JSON.stringify({ kind: "url", url: key.slice("url:".length) });
  if (key.startsWith(BROKEN))
    return JSON.stringify({ kind: "url", url: writtenAs(key.slice(BROKEN.length)) });
  const spec = specs?.get(slugOf(key));
  if (key.startsWith("openapi:")) return spec && location(view.ground, "openapi", ["openAPISpec", spec]);
  if (!key.startsWith("space:")) return thingLocation({ view, ground: view.ground, root: view.root }, key);
  const { space, thing } = readElsewhere(key);
  const ground = grounds.get(space);
  if (ground === undefined || status === "broken")
    return JSON.stringify({
      kind: "url",
      url: `/spaces/${space}${thing === undefined ? "" : writtenAs(thing)}`,
    });
  if (thing === undefined) return `{"kind":"space",${ground.json}}`;
  const content = view.deps.content.of(ground.thing.space.organization_id);
  const head = await content.revision(space, ground.thing.space.head);
  return (
    head && thingLocation({ view: { ...view, content }, ground, root: await content.root(head.root) }, thing)
  );
}

/** How a target of a revision is written in a body. */
function writtenAs(target: string): string {
  const named = targetInRevision(target);
  return named === undefined ? target : `/${named.map}/${target.slice(target.indexOf(":") + 1)}`;
}

async function thingLocation(where: Where, target: string): Promise<string | undefined> {
  const { nodes } = where.view.content;
  const named = targetInRevision(target);
  switch (named?.map) {
    case "pages": {
      const trail = await readTrail(nodes, where.root, named.id);
      const page = trail?.at(-1);
      if (trail === undefined || page === undefined) return undefined;
      const path = trail.map(({ slug }) => slug).join("/");
      const json = JSON.stringify(presentPage({ page, path, pages: [] }, how(where)));
      const anchor = target.split("#", 2)[1];
      const place =
        anchor === undefined ? "" : `"internalLocation":${JSON.stringify({ type: "anchor", anchor })}`;
      return location(where.ground, "page", ["page", json], "", place);
    }
    case "files": {
      const file = await getFromMap<FileEntry>(nodes, where.root.files, named.id);
      return file && location(where.ground, "file", ["file", JSON.stringify(presentFile(file, how(where)))]);
    }
    case "reusable": {
      const content = await getFromMap<ReusableContent>(nodes, where.root.reusable, named.id);
      return content && reusableLocation(where, content, "");
    }
    default:
      return undefined;
  }
}

async function readReusable({ view, root }: Where, source: string): Promise<ReusableContent | undefined> {
  const prefix = reusableSource("");
  if (!source.startsWith(prefix)) return undefined;
  return getFromMap<ReusableContent>(view.content.nodes, root.reusable, source.slice(prefix.length));
}

function reusableLocation(where: Where, content: ReusableContent, context: string): string {
  const json = JSON.stringify(presentReusable(content, how(where)));
  return location(where.ground, "reusable-content", ["reusableContent", json], context);
}

function how({ view, ground }: Where) {
  const { thing, pagesAt } = ground;
  return { deps: view.deps, space: thing.space.id, pagesAt, metadata: true };
}

/** @param more further fields as JSON, or nothing */
function location(
  ground: LinkGround,
  kind: string,
  [name, json]: readonly [name: string, json: string],
  ...more: readonly string[]
): string {
  const fields = [`"kind":"${kind}"`, ground.json, `"${name}":${json}`, ...more.filter((one) => one !== "")];
  return `{${fields.join(",")}}`;
}
