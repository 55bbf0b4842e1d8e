/** From a body's Markdown to what is sent: everything that needs a parser, with nothing but values going in and out. */
import {
  blockKey,
  type IntegrationBlock,
  codeBlocks,
  integrationBlocks,
} from "../../../engine/markdown/integrationBlocks.ts";
import { conditions } from "../../../engine/markdown/conditions.ts";
import { codeIn } from "../../../engine/markdown/html/contentKitParts.ts";
import { diagramKey, type DiagramSource } from "../../../engine/markdown/html/diagramSource.ts";
import type {
  RenderContext,
  RenderedBody,
  RenderedHeading,
  RenderedUpdate,
  ResolvedFile,
  ResolvedLink,
} from "../../../engine/markdown/html/context.ts";
import { type RenderGround, groundedContext } from "../../../engine/markdown/html/grounds.ts";
import { prepareDrawn } from "../../../engine/markdown/html/prepare.ts";
import { renderFields, renderHtml } from "../../../engine/markdown/html/render.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { resolveTarget } from "../../../engine/markdown/targets.ts";
import { Api, type ApiSource } from "../../../engine/openapi/reference/api.ts";
import type { DescriptionSpot } from "../../../engine/openapi/reference/spot.ts";
import type { Values } from "./values.ts";

/** A page's body as HTML. */
export interface Body {
  readonly html: string;
  readonly headings: readonly RenderedHeading[];
  /** Origins of the frames in it. */
  readonly frames: readonly string[];
  /** Origins that forms in it ask. */
  readonly asked?: readonly string[];
  /** It shows operations of an API. */
  readonly isReference?: true;
  /** It has dated updates, which are to be had as a feed. */
  readonly hasUpdates?: true;
  /** Diagrams in it, drawn or not. */
  readonly diagrams?: readonly DiagramSource[];
  /** It could not be rendered and is shown as it is written. */
  readonly isSource?: true;
  /** Something in it, or all of it, was given up for a moment. */
  readonly isMakeshift?: true;
}

/** What the addresses and expressions of the texts of one space mean on this site. */
export interface TextMeaning {
  /** Where the space itself is. */
  readonly home?: ResolvedLink;
  readonly links: Readonly<Record<string, ResolvedLink>>;
  readonly files: Readonly<Record<string, ResolvedFile>>;
  readonly values: Values;
  readonly locale: string;
}

/** What the texts of another space mean on this site. */
export interface BodyGround extends Omit<TextMeaning, "locale"> {
  readonly included: Readonly<Record<string, string>>;
}

export interface BodyJob {
  /** The page's own. */
  readonly space: string;
  readonly text: string;
  /** The texts that it includes, by the id of the reusable content. */
  readonly included: Readonly<Record<string, string>>;
  readonly meaning: TextMeaning;
  /** The other spaces that its texts name and that its reader is shown, by id. */
  readonly elsewhere?: Readonly<Record<string, BodyGround>>;
  /** What integrations draw in the place of their blocks; see `blockKey`. */
  readonly drawn?: Readonly<Record<string, unknown>>;
  /** Descriptions of APIs by slug. */
  readonly apis?: Readonly<Record<string, ApiSource>>;
  /** What was drawn of its diagrams, by `diagramKey`. */
  readonly drawings?: Readonly<Record<string, string>>;
  /** The title of a page that is made: of the operation that it is about. */
  readonly title?: string;
}

/** Renders a body. */
export async function renderBody(job: BodyJob): Promise<Body> {
  const rendered = await render(job);
  return {
    html: rendered.html,
    headings: rendered.headings,
    frames: [...(rendered.uses.frames ?? []), ...(rendered.uses.drawnByReaders ? ["'self'"] : [])],
    ...(rendered.uses.asked ? { asked: rendered.uses.asked } : {}),
    ...(rendered.uses.reference ? { isReference: true } : {}),
    ...(rendered.uses.diagrams ? { diagrams: rendered.uses.diagrams } : {}),
    ...(rendered.updates.length > 0 ? { hasUpdates: true } : {}),
  };
}

/** Renders the dated updates of a body. */
export async function renderUpdates(job: BodyJob): Promise<readonly RenderedUpdate[]> {
  return (await render(job)).updates;
}

async function render(job: BodyJob): Promise<RenderedBody> {
  const { space, text, apis, title, drawn = {} } = job;
  const { document } = parse(text);
  const grounds = groundsOf(job);
  const parts = [...grounds.values()].flatMap(({ included }) => [...included.values()]);
  const prepared = await prepareDrawn(Object.values(drawn).flatMap(codeIn), document, ...parts);
  const known = new Map(Object.entries(apis ?? {}).map(([slug, source]) => [slug, new Api(source)]));
  const isAlone = document.children.length === 1 && document.children[0]?.type === "openapiOperation";
  const around: RenderContext = {
    ...prepared,
    locale: job.meaning.locale,
    resolveLink: unknownPath,
    api: (spec) => known.get(spec),
    drawing: (source) => own(job.drawings ?? {}, diagramKey(source)),
    // Code asks too, by all of its text: not where nothing is drawn.
    ...(Object.keys(drawn).length > 0 && { drawn: (name, props) => own(drawn, blockKey(name, props)) }),
    ...(isAlone && title !== undefined ? { title } : {}),
  };
  return renderHtml(document, groundedContext(grounds, space, around));
}

function groundsOf({ space, included, meaning, elsewhere }: BodyJob): Map<string, RenderGround> {
  const own = groundOf({ ...meaning, included });
  const others = Object.entries(elsewhere ?? {}).map(([id, other]) => [id, groundOf(other)] as const);
  return new Map([...others, [space, own]]);
}

function groundOf({ links, files, values, included, home }: BodyGround): RenderGround {
  return {
    ...(home === undefined ? {} : { home }),
    links,
    files,
    included: new Map(Object.entries(included).map(([id, text]) => [id, parse(text).document])),
    evaluate: (expression) => own(values, expression),
  };
}

/**
 * A path that named a page became its id when it was written: one that is left leads nowhere. From the root on it may
 * be meant for the host, which has more than this site.
 */
function isPathOfPage(url: string): boolean {
  const target = resolveTarget(url);
  return target.kind === "path" && target.page && !/^\/(?!.*\.md$)/i.test(target.path);
}

function unknownPath(url: string): ResolvedLink | undefined {
  return isPathOfPage(url) ? { href: "", broken: true } : undefined;
}

/** What an integration drew anew for a reader. */
export interface BlockJob {
  readonly block: IntegrationBlock;
  readonly output: unknown;
  readonly locale: string;
}

/** Renders a block of an integration by itself. */
export async function renderBlock({ block, output, locale }: BlockJob): Promise<string> {
  const { document } = parse("{% @integration/block %}");
  const children = document.children.map((one) => (one.type === "integration" ? { ...one, ...block } : one));
  const { html } = renderHtml(
    { ...document, children },
    { ...(await prepareDrawn(codeIn(output))), locale, resolveLink: unknownPath, drawn: () => output },
  );
  return html;
}

/** A schema of a description of an API. */
export interface SchemaJob {
  readonly source: ApiSource;
  /** The piece that leads there. */
  readonly from: string;
  readonly spot: DescriptionSpot;
  /** Of the words beside the fields. */
  readonly locale: string;
}

/** Renders the fields of a schema; undefined when it isn't there. */
export function renderSchema({ source, from, spot, locale }: SchemaJob): string | undefined {
  return renderFields(new Api(source), from, spot, locale);
}

/** Names come from authors: those of every object are none of theirs. */
function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** What is looked for in a text: the blocks of integrations, or those of code in some languages. */
export interface BlocksJob {
  readonly text: string;
  readonly languages?: readonly string[];
}

export function readBlocks({ text, languages }: BlocksJob): IntegrationBlock[] {
  const { document } = parse(text);
  return languages === undefined ? integrationBlocks(document) : codeBlocks(document, new Set(languages));
}

/** The expressions of a text, of conditions and within its lines. */
export function readExpressions(text: string): string[] {
  return conditions(parse(text).document);
}
