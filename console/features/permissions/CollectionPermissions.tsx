import { useQuery } from "@tanstack/react-query";
import { collection as collectionOf, organization as organizationOf } from "../../api/queries.ts";
import { useNeeded } from "../../api/needed.ts";
import { useHeldRight } from "../../api/typed.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { peopleWords } from "../../words/people.ts";
import { Refused } from "../organization/Area.tsx";
import { ofCollection } from "./content.ts";
import { Permissions } from "./Permissions.tsx";

/** Who may what in a collection and all that lies in it, and why. */
export default function CollectionPermissions({ collection }: RouteParams<"collectionPermissions">) {
  const { data: it } = useNeeded(collectionOf(collection));
  const { data: within } = useQuery({
    ...organizationOf(it?.organization ?? ""),
    enabled: it !== undefined,
  });
  const mayChange = useHeldRight(it?.permissions.admin === true, collection);
  const trail = [
    { title: it?.title ?? "", href: addressOf("collection", { collection }) },
    { title: peopleWords.permissions, href: addressOf("collectionPermissions", { collection }) },
  ];
  return (
    <Frame title={peopleWords.permissions} trail={trail} organization={it?.organization}>
      <div className="column">
        {it === undefined || within === undefined ? (
          <Skeleton />
        ) : mayChange ? (
          <Permissions
            organization={within.id}
            thing={it}
            queryKey={collectionOf(collection).queryKey}
            on={ofCollection(collection)}
          />
        ) : (
          <Refused organization={within} />
        )}
      </div>
    </Frame>
  );
}
