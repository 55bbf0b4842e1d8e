/** The change requests of all spaces of an organization: what waits for somebody first. */
import { listChangeRequestsInOrganization } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { organization as organizationOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { reviewWords as words } from "../../words/review.ts";
import { ChangeFilter } from "./ChangeFilter.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { useFilters } from "./useFilters.ts";

type Query = NonNullable<Parameters<typeof listChangeRequestsInOrganization>[2]>;

const WHOSE = ["reviewer", "author", "involved"] as const;
export const STATUSES = ["open", "draft", "merged", "archived"] as const;

const among = <Value extends string>(values: readonly Value[], value: string | null): Value | undefined =>
  values.find((one) => one === value);

export default function OrganizationChanges({ organization }: RouteParams<"changes">) {
  const { data: it } = useNeeded(organizationOf(organization));
  const [filters, set] = useFilters();
  const whose = among(WHOSE, filters.get("for"));
  const status = among(STATUSES, filters.get("status"));
  const query: Query = {
    limit: 50,
    ...(whose === undefined ? {} : { for: whose }),
    ...(status === undefined ? {} : { status: [status] }),
  };
  const found = usePaged(["organization", organization, "changes", query], () =>
    listChangeRequestsInOrganization(client, organization, query),
  );
  const trail = [
    { title: it?.title ?? "", href: addressOf("home", { organization }) },
    { title: words.changes, href: addressOf("changes", { organization }) },
  ];
  return (
    <Frame title={words.changes} trail={trail} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{words.changes}</h1>
        </header>
        <div className="filters">
          <ChangeFilter
            label={words.whose}
            value={whose ?? ""}
            set={(value) => set("for", value)}
            choices={[["", words.whoseAre.all], ...WHOSE.map((one) => [one, words.whoseAre[one]] as const)]}
          />
          <ChangeFilter
            label={words.status}
            value={status ?? ""}
            set={(value) => set("status", value)}
            choices={[["", words.anyStatus], ...STATUSES.map((one) => [one, words.statuses[one]] as const)]}
          />
        </div>
        <ChangeList of={found} hasSpaces isFiltered={whose !== undefined || status !== undefined} />
      </div>
    </Frame>
  );
}
