/** A collection: what lies in it. */
import { useState } from "react";
import { Link } from "wouter";
import type { Collection } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { collection as collectionOf, collectionsOf, spacesOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { SpaceList } from "../spaces/SpaceList.tsx";
import { LazyNewCollection, LazyNewSpace } from "./newParts.tsx";

const CollectionMenu = later(() => import("./CollectionMenu.tsx"));

export default function CollectionScreen({ collection: id }: RouteParams<"collection">) {
  const { data: it } = useNeeded(collectionOf(id));
  const within = it?.organization;
  const mayMake = it?.permissions.create === true;
  const [making, make] = useState<"space" | "collection">();
  const stop = (): void => make(undefined);
  const { data: spaces } = useNeeded({
    ...spacesOf(within ?? ""),
    enabled: within !== undefined,
  });
  const { data: collections } = useNeeded({
    ...collectionsOf(within ?? ""),
    enabled: within !== undefined,
  });
  const isHere = ({ parent }: { readonly parent?: string }) => parent === id;
  const [here, below] = [spaces?.filter(isHere), collections?.filter(isHere)];
  return (
    <Frame title={it?.title ?? ""} trail={it === undefined ? [] : trailTo(it)} organization={within}>
      <div className="column">
        <header className="head">
          <h1>{it?.title ?? "\u00a0"}</h1>
          <div className="actions">
            {it?.permissions.admin ? (
              <Link className="button-quiet" href={addressOf("collectionPermissions", { collection: id })}>
                {words.permissions}
              </Link>
            ) : null}
            {mayMake ? (
              <>
                <button type="button" className="button button-secondary" onClick={() => make("collection")}>
                  {words.newCollection}
                </button>
                <button type="button" className="button" onClick={() => make("space")}>
                  <Icon name="plus" />
                  {words.newSpace}
                </button>
              </>
            ) : null}
            {it?.permissions.admin ? <CollectionMenu of={it} /> : null}
          </div>
        </header>
        {it?.description === undefined ? null : <p className="lead">{it.description}</p>}
        {here === undefined || below === undefined ? (
          <Skeleton />
        ) : here.length + below.length === 0 ? (
          <Notice
            icon="folder"
            title={words.emptyGroup}
            text={mayMake ? words.noSpacesText : words.noSpacesReader}
          />
        ) : (
          <SpaceList collections={below} spaces={here} />
        )}
      </div>
      {within === undefined ? null : (
        <>
          <LazyNewSpace isOpen={making === "space"} close={stop} organization={within} parent={id} />
          <LazyNewCollection
            isOpen={making === "collection"}
            close={stop}
            organization={within}
            parent={id}
          />
        </>
      )}
    </Frame>
  );
}

const trailTo = ({ id, title, organization }: Collection) => [
  { title: words.home, href: addressOf("home", { organization }) },
  { title, href: addressOf("collection", { collection: id }) },
];
