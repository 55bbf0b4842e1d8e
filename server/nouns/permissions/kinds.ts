/** The kinds of things that have permissions. */
import type { TObject } from "typebox";
import type { Addresses } from "../../deps.ts";
import type { LoadCall, PresentedShape } from "../../http/operation.ts";
import { loadCollection } from "../collections/queries.ts";
import { CollectionParams } from "../collections/schema.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { type EveryoneRow, presentEffective } from "./present.ts";
import { EffectivePermission, type EffectiveSitePermission } from "./schema.ts";
import type { Subject } from "./subject.ts";

/** One of the kinds of things that have permissions. */
export interface SubjectKind {
  /** In operation ids. */
  readonly name: "Space" | "Collection" | "Site";
  /** In calls. */
  readonly resource: "spaces" | "collections" | "sites";
  /** Of the scopes that open them. */
  readonly scope: "space" | "site";
  readonly tag: string;
  readonly noun: string;
  readonly url: string;
  readonly params: TObject;
  readonly load: (call: LoadCall) => Promise<Subject | undefined>;
  /** What is told of everybody who has access. */
  readonly everyone: typeof EffectivePermission | typeof EffectiveSitePermission;
  readonly present: (
    row: EveryoneRow,
    thing: Subject,
    addresses: Addresses,
  ) => PresentedShape<typeof EffectiveSitePermission> | PresentedShape<typeof EffectivePermission>;
}

const everyone = {
  everyone: EffectivePermission,
  present: (row: EveryoneRow, { member }: Subject, addresses: Addresses) =>
    presentEffective(row, member, addresses),
};

export const ofSpace: SubjectKind = {
  ...everyone,
  name: "Space",
  resource: "spaces",
  scope: "space",
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
  ...everyone,
  name: "Collection",
  resource: "collections",
  scope: "space",
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
