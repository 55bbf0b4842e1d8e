/** Spaces, collections and sites of an organization that were deleted: seven days in which they can come back. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Collection,
  listCollectionsInOrganizationById,
  listSites,
  listSpacesInOrganizationById,
  purgeCollection,
  purgeSite,
  purgeSpace,
  type Site,
  type Space,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { type ListSoFar, usePaged } from "../../api/paged.ts";
import { organization as organizationOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { say } from "../../ui/toasts.ts";
import { trashWords } from "../../words/trash.ts";
import { useRestoring } from "./useRestoring.ts";

/** Milliseconds for which what was deleted is kept. */
const KEPT_FOR = 7 * 24 * 3_600_000;
const SOME = { deleted: true, limit: 50 } as const;

type TrashedThing = Space | Collection | Site;

export default function Trash({ organization }: RouteParams<"trash">) {
  const { data: it } = useNeeded(organizationOf(organization));
  const trail = [
    { title: it?.title ?? "", href: addressOf("home", { organization }) },
    { title: trashWords.trash, href: addressOf("trash", { organization }) },
  ];
  return (
    <Frame title={trashWords.trash} trail={trail} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{trashWords.trash}</h1>
        </header>
        <p className="lead">{trashWords.text}</p>
        <TrashedThings of={organization} />
      </div>
    </Frame>
  );
}

function TrashedThings({ of }: { readonly of: string }) {
  const [toPurge, askToPurge] = useState<TrashedThing>();
  const lists = {
    space: usePaged(["organization", of, "deleted-spaces"], () =>
      listSpacesInOrganizationById(client, of, SOME),
    ),
    collection: usePaged(["organization", of, "deleted-collections"], () =>
      listCollectionsInOrganizationById(client, of, SOME),
    ),
    site: usePaged(["organization", of, "deleted-sites"], () => listSites(client, of, SOME)),
  };
  const all: readonly ListSoFar<TrashedThing>[] = [lists.space, lists.collection, lists.site];
  if (all.some(({ items, error }) => items === undefined && error === null)) return <Skeleton />;
  if (all.every(({ items }) => items?.length === 0))
    return <Notice icon="bin" title={trashWords.empty} text={trashWords.emptyText} />;
  return (
    <>
      {all.map((list, place) => {
        const kind = (["space", "collection", "site"] as const)[place] ?? "space";
        if (list.items?.length === 0) return null;
        return (
          <section key={kind} className="trash-part">
            <h2>{trashWords.kinds[kind]}</h2>
            <DeletedRows list={list} kind={kind} of={of} purge={askToPurge} />
          </section>
        );
      })}
      {toPurge === undefined ? null : (
        <Purging key={toPurge.id} of={of} thing={toPurge} close={() => askToPurge(undefined)} />
      )}
    </>
  );
}

interface DeletedRowsProps {
  readonly list: ListSoFar<TrashedThing>;
  readonly kind: TrashedThing["object"];
  readonly of: string;
  readonly purge: (thing: TrashedThing) => void;
}

function DeletedRows({ list, kind, of, purge }: DeletedRowsProps) {
  const restore = useRestoring(of);
  return (
    <Rows
      of={list}
      label={trashWords.kinds[kind]}
      heads={[trashWords.title, trashWords.deletedAt, trashWords.left, ""]}
      keyOf={({ id }) => id}
      empty={null}
      row={(thing) => (
        <>
          <th scope="row">
            <span className="row-name">
              <Sign of={thing} />
              <span className="cut">{thing.title}</span>
            </span>
          </th>
          <td>{thing.deletedAt === undefined ? null : <Time at={thing.deletedAt} say={(when) => when} />}</td>
          <td>{thing.deletedAt === undefined ? null : trashWords.daysLeft(daysLeft(thing.deletedAt))}</td>
          <td>
            <div className="row-acts">
              <button
                type="button"
                className="button button-secondary"
                aria-label={`${trashWords.restore}: ${thing.title}`}
                onClick={() => void restore(thing)}
              >
                {trashWords.restore}
              </button>
              <RowMenu
                name={thing.title}
                items={[{ title: trashWords.purge, act: () => purge(thing), isDangerous: true }]}
              />
            </div>
          </td>
        </>
      )}
    />
  );
}

/** How each kind goes for good. */
const PURGE = {
  space: (id: string) => purgeSpace(client, id),
  collection: (id: string) => purgeCollection(client, id),
  site: (id: string, of: string) => purgeSite(client, of, id),
};

function Sign({ of }: { readonly of: TrashedThing }) {
  if (of.object === "site") return <Icon name="globe" />;
  return of.object === "space" ? (
    <PageIcon emoji={of.emoji} otherwise="space" />
  ) : (
    <PageIcon otherwise="folder" />
  );
}

interface PurgingProps {
  readonly of: string;
  readonly thing: TrashedThing;
  readonly close: () => void;
}

function Purging({ of, thing, close }: PurgingProps) {
  const cache = useQueryClient();
  return (
    <Ask
      isOpen
      close={close}
      title={trashWords.purgeTitle(thing.title)}
      verb={trashWords.purge}
      name={thing.title}
      act={async () => {
        await PURGE[thing.object](thing.id, of);
        say({ text: trashWords.purged(thing.title) });
        await cache.invalidateQueries({ queryKey: ["organization", of] });
      }}
    >
      <p>{trashWords.purgeText[thing.object]}</p>
    </Ask>
  );
}

function daysLeft(deletedAt: string): number {
  // Clocks differ: what was deleted a moment from now has no more than all of its time.
  const left = Math.min(KEPT_FOR, Date.parse(deletedAt) + KEPT_FOR - Date.now());
  return Math.max(0, Math.ceil(left / 86_400_000));
}
