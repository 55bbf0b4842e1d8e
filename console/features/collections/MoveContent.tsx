/** Moves a space or a collection into a collection, or to the top of the organization. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Collection, moveCollection, moveSpace, type Space } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import {
  collection as collectionOf,
  collectionsOf,
  organization as organizationOf,
  space as spaceOf,
} from "../../api/queries.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { say } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { collectionWords } from "../../words/collections.ts";

interface MoveContentProps {
  readonly of: Space | Collection;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Stands for no collection among the choices. */
const TOP = "";

export function MoveContent({ of, isOpen, close }: MoveContentProps) {
  const cache = useQueryClient();
  const { data: within } = useQuery({ ...organizationOf(of.organization), enabled: isOpen });
  const { data: collections = [] } = useQuery({ ...collectionsOf(of.organization), enabled: isOpen });
  const here = of.parent ?? TOP;
  const [chosen, choose] = useState<string>();
  const places = placesFor(of, collections, within?.permissions.createContent === true);
  const value = chosen ?? here;
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={collectionWords.moveTitle(of.title)}
      verb={collectionWords.move}
      isReady={value !== here}
      isDirty={false}
      act={async () => {
        const to = { parent: value === TOP ? null : value };
        if (of.object === "space")
          cache.setQueryData(spaceOf(of.id).queryKey, await moveSpace(client, of.id, to));
        else cache.setQueryData(collectionOf(of.id).queryKey, await moveCollection(client, of.id, to));
        await cache.invalidateQueries({ queryKey: ["organization", of.organization] });
      }}
      done={() => {
        choose(undefined);
        say({ text: words.movedPage(of.title) });
      }}
    >
      {(error) => (
        <ChoiceField
          label={collectionWords.place}
          help={collectionWords.placeHelp}
          error={faultsOf(error, ["parent"]).of("parent")}
          value={value}
          set={choose}
          choices={places}
        />
      )}
    </FormDialog>
  );
}

/** Where something is, and where it may go: collections as they lie in each other, none within itself. */
function placesFor(of: Space | Collection, collections: readonly Collection[], mayTop: boolean) {
  const known = new Set(collections.map(({ id }) => id));
  const here = of.parent ?? TOP;
  const below = (parent: string | undefined, path: string): (readonly [string, string])[] =>
    collections
      .filter(
        (one) => (one.parent !== undefined && known.has(one.parent) ? one.parent : undefined) === parent,
      )
      .filter(({ id }) => id !== of.id)
      .flatMap(({ id, title, permissions }) => {
        const name = path + title;
        const own = permissions.create || id === here ? [[id, name] as const] : [];
        return [...own, ...below(id, `${name} / `)];
      });
  const top = mayTop || here === TOP ? [[TOP, collectionWords.top] as const] : [];
  const unseen = here === TOP || known.has(here) ? [] : [[here, collectionWords.unseen] as const];
  return [...unseen, ...top, ...below(undefined, "")];
}
