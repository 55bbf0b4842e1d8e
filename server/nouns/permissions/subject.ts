/** What permissions are about: a space or a collection, loaded for whoever administrates it. */
import type { TObject } from "typebox";
import type { Member } from "../../access/policy.ts";
import type { GrantedContent } from "../../access/recompute.ts";
import type { Row } from "../../db/schema.ts";
import type { LoadCall, LoadedThing } from "../../http/operation.ts";
import { loadCollection } from "../collections/queries.ts";
import { CollectionParams } from "../collections/schema.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";

export interface Subject extends LoadedThing<"admin"> {
  readonly content: GrantedContent;
  /** The caller. */
  readonly member: Member;
  readonly row: Pick<Row<"spaces">, "id" | "title" | "organization_id" | "acl">;
}

/** One of the two kinds of things that have permissions. */
export interface SubjectKind {
  /** In operation ids. */
  readonly name: "Space" | "Collection";
  /** In calls. */
  readonly resource: "spaces" | "collections";
  readonly tag: string;
  readonly noun: string;
  readonly url: string;
  readonly params: TObject;
  readonly load: (call: LoadCall) => Promise<Subject | undefined>;
}

export const ofSpace: SubjectKind = {
  name: "Space",
  resource: "spaces",
  tag: "Spaces",
  noun: "The space",
  url: "/spaces/:spaceId/permissions",
  params: SpaceParams,
  load: async (call) => {
    const thing = await loadSpace(call);
    if (thing === undefined) return undefined;
    const { space, rights, member } = thing;
    return { rights, member, row: space, content: { kind: "space", id: space.id } };
  },
};

export const ofCollection: SubjectKind = {
  name: "Collection",
  resource: "collections",
  tag: "Collections",
  noun: "The collection",
  url: "/collections/:collectionId/permissions",
  params: CollectionParams,
  load: async (call) => {
    const thing = await loadCollection(call);
    if (thing === undefined) return undefined;
    const { collection, rights, member } = thing;
    return { rights, member, row: collection, content: { kind: "collection", id: collection.id } };
  },
};
