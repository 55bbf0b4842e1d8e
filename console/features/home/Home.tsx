/** An organization: its spaces and collections, and the way to a new one. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { collectionsOf, organization as organizationOf, spacesOf } from "../../api/queries.ts";
import { waitingIn } from "../../api/waiting.ts";
import { Frame } from "../../app/Frame.tsx";
import type { RouteParams } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { LazyNewCollection, LazyNewSpace } from "../collections/newParts.tsx";
import { SpaceList } from "../spaces/SpaceList.tsx";
import { WaitingList } from "./WaitingList.tsx";

const Recents = later(() => import("./Recents.tsx"));

export function Home({ organization }: RouteParams<"home">) {
  const { data: it } = useQuery(organizationOf(organization));
  const [making, make] = useState<"space" | "import" | "collection">();
  const mayMake = it?.permissions.createContent === true;
  return (
    <Frame title={it?.title ?? ""} trail={[]} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{it?.title ?? "\u00a0"}</h1>
          {mayMake ? (
            <div className="actions">
              <button type="button" className="button button-secondary" onClick={() => make("import")}>
                {words.import}
              </button>
              <button type="button" className="button button-secondary" onClick={() => make("collection")}>
                {words.newCollection}
              </button>
              <button type="button" className="button" onClick={() => make("space")}>
                <Icon name="plus" />
                {words.newSpace}
              </button>
            </div>
          ) : null}
        </header>
        <Spaces of={organization} mayMake={mayMake} />
      </div>
      <LazyNewSpace
        isOpen={making === "space" || making === "import"}
        close={() => make(undefined)}
        organization={organization}
        next={making === "import" ? "spaceImport" : undefined}
      />
      <LazyNewCollection
        isOpen={making === "collection"}
        close={() => make(undefined)}
        organization={organization}
      />
    </Frame>
  );
}

function Spaces({ of, mayMake }: { readonly of: string; readonly mayMake: boolean }) {
  const spaces = useQuery(spacesOf(of));
  const collections = useQuery(collectionsOf(of));
  const waiting = useQuery(waitingIn(of, spaces.data));
  const error = spaces.error ?? collections.error;
  if (error !== null) {
    return <Fault error={error} again={() => void Promise.all([spaces.refetch(), collections.refetch()])} />;
  }
  // What waits stands above the others: they come together, so that nothing jumps.
  if (spaces.data === undefined || collections.data === undefined || waiting.isPending) return <Skeleton />;
  if (spaces.data.length + collections.data.length === 0) {
    return (
      <Notice
        icon="space"
        title={words.noSpaces}
        text={mayMake ? words.noSpacesText : words.noSpacesReader}
      />
    );
  }
  const known = new Set(collections.data.map(({ id }) => id));
  const isTop = ({ parent }: { readonly parent?: string }) => parent === undefined || !known.has(parent);
  const { data: all = [] } = waiting;
  return (
    <>
      <WaitingList all={all} organization={of} />
      {all.length === 0 ? null : (
        <div className="part-head">
          <h2>{words.spacesAndCollections}</h2>
        </div>
      )}
      <SpaceList collections={collections.data.filter(isTop)} spaces={spaces.data.filter(isTop)} />
      <Recents organization={of} />
    </>
  );
}
