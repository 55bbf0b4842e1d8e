/** An organization: its spaces and collections, and the way to a new one. */
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { collectionsOf, organization as organizationOf, spacesOf } from "../../api/queries.ts";
import { waitingIn } from "../../api/waiting.ts";
import { useBeginning } from "../../app/beginning.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { LazyNewCollection, LazyNewSpace } from "../collections/newParts.tsx";
import { SpaceList } from "../spaces/SpaceList.tsx";
import { WaitingList } from "./WaitingList.tsx";

const Recents = later(() => import("./Recents.tsx"));
const FirstSteps = later(() => import("./FirstSteps.tsx"));

/** Of spaces and collections: a new installation comes with its manual. */
const FEW = 1;

export function Home({ organization }: RouteParams<"home">) {
  const { data: it } = useQuery(organizationOf(organization));
  const [making, make] = useState<"space" | "import" | "collection">();
  const mayMake = it?.permissions.createContent === true;
  useBeginning(
    ["space", "import", "collection"],
    mayMake ? (asked) => make(asked as typeof making) : undefined,
  );
  return (
    <Frame
      title={it?.title ?? ""}
      trail={[{ title: words.home, href: addressOf("home", { organization }) }]}
      organization={organization}
    >
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
        <Spaces
          of={organization}
          first={
            mayMake ? (
              <FirstSteps
                organization={organization}
                begin={make}
                mayInvite={it.permissions.admin === true}
              />
            ) : null
          }
        />
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

interface SpacesProps {
  readonly of: string;
  /** What stands where there is next to nothing, for who may make something. */
  readonly first: ReactNode;
}

function Spaces({ of, first }: SpacesProps) {
  const spaces = useQuery(spacesOf(of));
  const collections = useQuery(collectionsOf(of));
  const waiting = useQuery(waitingIn(of));
  const error = spaces.error ?? collections.error;
  if (error !== null && (spaces.data === undefined || collections.data === undefined)) {
    return <Fault error={error} again={() => void Promise.all([spaces.refetch(), collections.refetch()])} />;
  }
  // What waits stands above the others: they come together, so that nothing jumps.
  if (spaces.data === undefined || collections.data === undefined || waiting.isPending) return <Skeleton />;
  const count = spaces.data.length + collections.data.length;
  if (count === 0) {
    if (first !== null) return first;
    return <Notice icon="space" title={words.noSpaces} text={words.noSpacesReader} />;
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
      {count > FEW ? null : first}
      <Recents organization={of} />
    </>
  );
}
