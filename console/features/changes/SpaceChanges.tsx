/** The change requests of a space, and the way to a new one. */
import { useState } from "react";
import { listChangeRequestsForSpace } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { useBeginning } from "../../app/beginning.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { ChangeFilter } from "./ChangeFilter.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { NewChange } from "./NewChange.tsx";
import { STATUSES } from "./OrganizationChanges.tsx";
import { useFilters } from "./useFilters.ts";

export default function SpaceChanges({ space }: RouteParams<"spaceChanges">) {
  const { data: it } = useNeeded(spaceOf(space));
  const [filters, set] = useFilters();
  const [isMaking, make] = useState(false);
  useBeginning(["change"], it?.permissions.edit === true ? () => make(true) : undefined);
  const status = STATUSES.find((one) => one === filters.get("status")) ?? "open";
  const found = usePaged(["space", space, "changes", status], () =>
    listChangeRequestsForSpace(client, space, { limit: 50, status }),
  );
  const trail = [
    { title: it?.title ?? "", href: addressOf("space", { space }) },
    { title: words.changes, href: addressOf("spaceChanges", { space }) },
  ];
  return (
    <Frame title={words.changes} trail={trail} organization={it?.organization}>
      <div className="column">
        <header className="head">
          <h1>{words.changes}</h1>
          {it?.permissions.edit === true ? (
            <button type="button" className="button" onClick={() => make(true)}>
              <Icon name="plus" />
              {words.newChange}
            </button>
          ) : null}
        </header>
        <div className="filters">
          <ChangeFilter
            label={words.status}
            value={status}
            set={(value) => set("status", value === "open" ? "" : value)}
            choices={STATUSES.map((one) => [one, words.statuses[one]] as const)}
          />
        </div>
        <ChangeList of={found} hasSpaces={false} isFiltered={status !== "open"} />
      </div>
      <NewChange isOpen={isMaking} close={() => make(false)} space={space} />
    </Frame>
  );
}
