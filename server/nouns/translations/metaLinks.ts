/** Which pages say the same as a page in other languages: those of the translations that its space has, or is one of. */
import { type Params, prepared } from "../../db/database.ts";
import { readHead } from "../../content/commit.ts";
import { readPages } from "../../../engine/tree.ts";
import { notFound } from "../../http/errors.ts";
import {
  type Access,
  chapter,
  holding,
  type LoadCall,
  ok,
  op,
  type Operation,
} from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { Type } from "typebox";
import { loadRequestContent } from "../change-requests/queries.ts";
import { loadHead, loadRevision, type RevisionThing } from "../revisions/queries.ts";
import { seeSpace } from "../spaces/queries.ts";
import * as schema from "./schema.ts";

const family = prepared((read, p: Params<{ organization: string; space: string }>) =>
  read
    .selectFrom("translated_spaces")
    .select(["space_id", "source_id"])
    .where("organization_id", "=", p("organization"))
    .where((eb) =>
      eb(
        "source_id",
        "in",
        eb
          .selectFrom("translated_spaces as own")
          .select("own.source_id")
          .where("own.organization_id", "=", p("organization"))
          .where("own.space_id", "=", p("space"))
          .union(
            eb
              .selectFrom("spaces")
              .select("spaces.id as source_id")
              .where("spaces.organization_id", "=", p("organization"))
              .where("spaces.id", "=", p("space")),
          ),
      ),
    )
    .orderBy("space_id"),
);

/** The other spaces in which a page may be that the caller sees: the source first, then its translations by their ids. */
async function alternatesOf(
  { deps, identity }: Pick<LoadCall, "deps" | "identity">,
  { space }: RevisionThing,
  page: string,
) {
  const rows = await family.all(deps.db.read, { organization: space.organization_id, space: space.id });
  const spaces = new Set(rows.flatMap(({ source_id }) => source_id));
  for (const { space_id } of rows) spaces.add(space_id);
  const found = [];
  for (const id of spaces) {
    if (id === space.id || (await seeSpace({ deps, identity }, id)) === undefined) continue;
    const content = deps.content.of(space.organization_id);
    const head = await readHead(deps.db.read, { organization_id: space.organization_id, id });
    const pages = head && (await readPages(content.nodes, await content.root(head.root), [page]));
    if (pages?.has(page) === true) found.push({ kind: "page" as const, page, space: id });
  }
  return found;
}

interface Place {
  readonly of: string;
  readonly url: string;
  readonly operationId: string;
  readonly resource: "spaces" | "changeRequests" | "revisions";
  readonly params: Readonly<Record<string, typeof Id>>;
  readonly access: Access<RevisionThing>;
}

const PLACES: readonly Place[] = [
  {
    of: "a space",
    url: "/spaces/:spaceId/content/page/:pageId/meta-links",
    operationId: "listSpacePageMetaLinks",
    resource: "spaces",
    params: { spaceId: Id },
    access: holding("The space", loadHead, "view"),
  },
  {
    of: "a change request",
    url: "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links",
    operationId: "listChangeRequestPageMetaLinks",
    resource: "changeRequests",
    params: { spaceId: Id, changeRequestId: Id },
    access: holding("The change request", loadRequestContent, "view"),
  },
  {
    of: "a revision",
    url: "/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links",
    operationId: "listRevisionPageMetaLinks",
    resource: "revisions",
    params: { spaceId: Id, revisionId: Id },
    access: holding("The revision", loadRevision, "view"),
  },
];

export const metaLinkOperations: readonly Operation[] = chapter(
  "Translations",
  PLACES.map(({ of, url, operationId, resource, params, access }) =>
    op({
      method: "GET",
      url,
      operationId,
      call: `${resource}.pages.listMetaLinks`,
      summary: `List a page of ${of} in other languages`,
      description:
        "The same page in the source and in its other translations, if you can see them and they have the page.",
      scopes: ["space:read"],
      access,
      shapes: { params: Type.Object({ ...params, pageId: Id }) },
      answers: { 200: schema.PageMetaLinks },
      points: 2,
      handler: async ({ deps, identity, thing, params: named }) => {
        const page = (named as Readonly<Record<string, string>>)["pageId"] ?? "";
        const content = deps.content.of(thing.space.organization_id);
        const root = await content.root(thing.revision.root);
        if (!(await readPages(content.nodes, root, [page])).has(page)) throw notFound("The page");
        return ok({ alternates: await alternatesOf({ deps, identity }, thing, page) });
      },
    }),
  ),
);
