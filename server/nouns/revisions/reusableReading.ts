/** What pages of a revision share: reusable contents, variables, and what tags look like. */
import { Type } from "typebox";
import { SITE_READER } from "../../access/scopes.ts";
import { isNamed } from "../../content/computed/named.ts";
import type { Deps } from "../../deps.ts";
import { getFromMap, sliceOfMap } from "../../../engine/mapRead.ts";
import type { ReusableContent, TagDefinition, VariableValue } from "../../../engine/page.ts";
import { versionOf } from "../../../engine/pageVersion.ts";
import { invalidField, notFound } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { type Access, type LooseOperation, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import type { Format } from "../../http/document.ts";
import { audienceOf, readingOf } from "./evaluate.ts";
import { type InRepository, whereInRepository } from "./inRepository.ts";
import { presentReusable } from "./present.ts";
import { shownOf } from "./shownOf.ts";
import { listReusable, type RevisionThing } from "./queries.ts";
import * as schema from "./schema.ts";

interface SharedNames {
  readonly of: string;
  readonly prefix: string;
  readonly resource: string;
  readonly params: Record<string, typeof Id>;
  readonly access: Access<RevisionThing>;
  readonly shown: boolean;
  readonly ids: Record<"reusable" | "reusables" | "variables" | "tags", string>;
}

const scopes = ["space:read", "space:content:read"] as const;

/** The operations that read what the pages of one revision share, whichever way it is named. */
export function sharedOperations(names: SharedNames): LooseOperation[] {
  const { of, prefix, resource, params, access, shown, ids } = names;
  return [
    op({
      method: "GET",
      url: `${prefix}/reusable-contents`,
      operationId: ids.reusables,
      call: `${resource}.reusableContents.list`,
      summary: `List the reusable contents of ${of}`,
      scopes,
      access,
      shapes: { params: Type.Object(params), query: schema.FilesQuery },
      answers: { 200: listOf(schema.ReusableEntry) },
      handler: async ({ deps, thing, query, paging }) => {
        const content = deps.content.of(thing.space.organization_id);
        const page = await listReusable(content, await content.root(thing.revision.root), paging);
        const place = await whereInRepository(deps, thing, query);
        const files = await place?.files(page.rows.map(({ id }) => id));
        return pageOf(page, (one) => presentReusable(one, how(deps, thing, query, files)));
      },
    }),
    op({
      method: "GET",
      url: `${prefix}/reusable-contents/:reusableContentId`,
      operationId: ids.reusable,
      call: `${resource}.reusableContents.get`,
      summary: `Get a reusable content of ${of}`,
      description: 'With its Markdown. Pages show it with `{% include "/reusable/<id>" %}`.',
      scopes: shown ? [...scopes, SITE_READER] : scopes,
      access,
      shapes: { params: Type.Object({ ...params, reusableContentId: Id }), query: schema.ReusableQuery },
      answers: { 200: schema.Reusable },
      tagged: true,
      handler: ({ deps, thing, params: named, query }) =>
        reusableAnswer(deps, thing, (named as { reusableContentId: string }).reusableContentId, query),
    }),
    ...namedValueOperations(names),
  ];
}

/** Variables and tags, which are read all at once. */
function namedValueOperations({ of, prefix, resource, params, access, ids }: SharedNames): LooseOperation[] {
  return [
    op({
      method: "GET",
      url: `${prefix}/variables`,
      operationId: ids.variables,
      call: `${resource}.variables.get`,
      summary: `Get the variables of ${of}`,
      scopes,
      access,
      shapes: { params: Type.Object(params) },
      answers: { 200: schema.VariablesAnswer },
      tagged: true,
      handler: async ({ deps, thing }) => {
        const content = deps.content.of(thing.space.organization_id);
        const root = await content.root(thing.revision.root);
        const variables = await sliceOfMap<VariableValue>(content.nodes, root.variables);
        return ok({ variables: Object.fromEntries(variables) }, thing.revision.id);
      },
    }),
    op({
      method: "GET",
      url: `${prefix}/tags`,
      operationId: ids.tags,
      call: `${resource}.tags.get`,
      summary: `Get the tags of ${of}`,
      scopes,
      access,
      shapes: { params: Type.Object(params) },
      answers: { 200: schema.TagsAnswer },
      tagged: true,
      handler: async ({ deps, thing }) => {
        const content = deps.content.of(thing.space.organization_id);
        const root = await content.root(thing.revision.root);
        const tags = await sliceOfMap<TagDefinition>(content.nodes, root.tags);
        return ok({ tags: Object.fromEntries(tags) }, thing.revision.id);
      },
    }),
  ];
}

interface ReusableFlags {
  readonly metadata?: boolean;
  readonly format?: Format;
  readonly evaluated?: schema.EvaluatedParts;
}

function how(
  deps: Deps,
  { space, reader }: RevisionThing,
  { metadata = true }: ReusableFlags,
  files: InRepository | undefined,
) {
  return { deps, space: space.id, metadata: reader === undefined && metadata, files };
}

/** One reusable content with its Markdown. @throws 404 when the revision has no such thing */
async function reusableAnswer(deps: Deps, thing: RevisionThing, id: string, query: ReusableFlags) {
  if (query.format === "document") {
    throw invalidField(
      "/format",
      "is for pages: the document of reusable content is at its address with /document.",
    );
  }
  const { reader } = thing;
  const content = deps.content.of(thing.space.organization_id);
  const shown = await shownOf(deps, thing, { computed: false });
  const reusable = await getFromMap<ReusableContent>(shown.nodes, shown.root.reusable, id);
  const isTheirs =
    reader === undefined || (await isNamed(content.organization, shown, reader, `reusable:${id}`));
  if (reusable === undefined || !isTheirs) throw notFound("The reusable content");
  const source = { ...reusable, isShared: true };
  const read = await readingOf(content.organization, shown, source, audienceOf(reader, query.evaluated));
  const markdown = await read(await content.body(reusable.body));
  const version = versionOf(reusable);
  const place = await whereInRepository(deps, thing, query);
  const presented = presentReusable(reusable, how(deps, thing, query, await place?.files([id])));
  return ok({ ...presented, markdown, version }, thing.revision.id);
}
