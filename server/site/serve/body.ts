import { contentHash } from "../../engine/hash.ts";
import { bodyLinks, linksFrom } from "../../engine/links.ts";
import { getFromMap, getManyFromMap, sliceOfMap } from "../../engine/mapRead.ts";
import { renderHtml } from "../../engine/markdown/html/render.ts";
import { prepareRendering } from "../../engine/markdown/html/prepare.ts";
import type {
  RenderContext,
  RenderedHeading,
  ResolvedFile,
  ResolvedLink,
} from "../../engine/markdown/html/context.ts";
import type { Document } from "../../engine/markdown/document.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import type { FileEntry, Page, ReusableContent, VariableValue } from "../../engine/page.ts";
import { reusableSource } from "../../engine/revision.ts";
import { readTrail } from "../../engine/tree.ts";
import { downloadPath } from "./files.ts";
import { pageHref, type Reading } from "./reading.ts";

/** Reusable contents shown in one page, those inside others included. */
const MOST_INCLUDES = 100;

/** A page's body as HTML. */
export interface Body {
  readonly html: string;
  readonly headings: readonly RenderedHeading[];
  /** Origins of the frames in it. */
  readonly frames: readonly string[];
}

/** What the addresses of one body mean on this site: small, and together with the body all that its HTML depends on. */
interface Surroundings {
  readonly links: Readonly<Record<string, ResolvedLink>>;
  readonly files: Readonly<Record<string, ResolvedFile>>;
  /** The hashes of included bodies, by the id of the reusable content. */
  readonly includes: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly locale: string;
}

/**
 * Renders a page's body, once for each body and meaning of its links: an edit elsewhere that changes neither leaves the
 * HTML where it is.
 */
export async function bodyOf(reading: Reading, page: Page, locale: string): Promise<Body> {
  const { content } = reading.deps;
  const surroundings = await surroundingsOf(reading, page, locale);
  const key = contentHash(JSON.stringify([page.body ?? "", page.variables ?? {}, surroundings]));
  const text = await content.derived("body", key, async () =>
    JSON.stringify(await renderBody(reading, surroundings, page)),
  );
  return JSON.parse(text) as Body;
}

async function surroundingsOf(reading: Reading, page: Page, locale: string): Promise<Surroundings> {
  const { deps, root } = reading;
  const { nodes } = deps.content;
  const { targets, includes } = await linkedFrom(reading, page.id);
  const ids = (kind: string) => idsOf(targets, kind);
  const links: Record<string, ResolvedLink> = {};
  for (const id of ids("page")) links[id] = await linkTo(reading, id);
  const files: Record<string, ResolvedFile> = {};
  for (const [id, file] of await getManyFromMap<FileEntry>(nodes, root.files, ids("file"))) {
    files[id] = describeFile(reading, file);
  }
  const variables = Object.fromEntries(await sliceOfMap<VariableValue>(nodes, root.variables));
  return { links, files, includes, variables, locale };
}

/** What a page links to, itself and through what it includes, and the bodies of what it includes, by id. */
async function linkedFrom(
  { deps, root }: Reading,
  page: string,
): Promise<{ targets: ReadonlySet<string>; includes: Record<string, string> }> {
  const { nodes } = deps.content;
  const targets = new Set(Object.keys(await linksFrom(nodes, root, page)));
  const includes: Record<string, string> = {};
  // The set grows while it is walked: what an included text includes is visited as well, each once.
  for (const target of targets) {
    const [id] = idsOf([target], "reusable");
    const found = id === undefined ? undefined : await getFromMap<ReusableContent>(nodes, root.reusable, id);
    if (id === undefined || found?.body === undefined) continue;
    includes[id] = found.body;
    if (Object.keys(includes).length === MOST_INCLUDES) break;
    for (const next of Object.keys(await bodyLinks(nodes, root, reusableSource(id)))) targets.add(next);
  }
  return { targets, includes };
}

function idsOf(targets: Iterable<string>, kind: string): string[] {
  const prefix = `${kind}:`;
  return [...targets]
    .filter((target) => target.startsWith(prefix))
    .map((target) => target.slice(prefix.length));
}

async function linkTo(reading: Reading, id: string): Promise<ResolvedLink> {
  const trail = await readTrail(reading.deps.content.nodes, reading.root, id);
  const page = trail?.at(-1);
  if (trail === undefined || page === undefined) return { href: "", broken: true };
  const path = trail.map(({ slug }) => slug).join("/");
  return {
    href: pageHref(reading, id, path),
    title: page.title,
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.description === undefined ? {} : { description: page.description }),
  };
}

function describeFile({ deps, variant }: Reading, file: FileEntry): ResolvedFile {
  return {
    href: downloadPath(deps, variant.space, file),
    name: file.name,
    size: file.size,
    contentType: file.contentType,
    ...(file.width === undefined || file.height === undefined
      ? {}
      : { width: file.width, height: file.height }),
  };
}

async function renderBody({ deps }: Reading, around: Surroundings, page: Page): Promise<Body> {
  const { document } = parse(await deps.content.body(page.body));
  const texts = await deps.content.bodies(Object.values(around.includes));
  const included = new Map(
    Object.entries(around.includes).map(([id, hash]) => [id, parse(texts.get(hash) ?? "").document]),
  );
  const prepared = await prepareRendering(document, ...included.values());
  const rendered = renderHtml(document, { ...contextOf(around, included), ...prepared });
  return { html: rendered.html, headings: rendered.headings, frames: rendered.uses.frames ?? [] };
}

function contextOf(around: Surroundings, included: ReadonlyMap<string, Document>): RenderContext {
  return {
    locale: around.locale,
    resolveLink(url) {
      const target = resolveTarget(url);
      if (target.kind !== "page") return undefined;
      const link = around.links[target.page] ?? { href: "", broken: true as const };
      return target.anchor === undefined ? link : { ...link, href: `${link.href}#${target.anchor}` };
    },
    resolveFile(url) {
      const target = resolveTarget(url);
      return target.kind === "file" ? around.files[target.file] : undefined;
    },
    resolveInclude(path) {
      const target = resolveTarget(path);
      return target.kind === "reusable" ? included.get(target.reusable) : undefined;
    },
  };
}
