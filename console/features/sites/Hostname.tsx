/** The host name that a site has of its own: which, whether it is proved, and the record that proves it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  dnsRevalidateCustomHostname,
  getCustomHostname,
  getSiteById,
  type Site,
  updateSiteById,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { site as siteOf } from "../../api/queries.ts";
import { Card } from "../../ui/Card.tsx";
import { TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Secret } from "../../ui/Secret.tsx";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { audienceWords } from "../../words/audience.ts";

interface HostnameProps {
  /** The organization's id. */
  readonly organization: string;
  readonly site: Site;
}

/** For administrators of the organization. */
export function Hostname({ organization, site }: HostnameProps) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `site hostname ${site.id}`,
    thing: site,
    fields: ({ hostname = "" }: Site) => ({ hostname }),
    write: ({ hostname = "" }, options) =>
      updateSiteById(
        client,
        organization,
        site.id,
        { hostname: hostname.trim() === "" ? null : hostname.trim().toLowerCase() },
        options,
      ),
    read: () => getSiteById(client, organization, site.id),
    saved: (now) => {
      cache.setQueryData(siteOf(organization, site.id).queryKey, now);
      void cache.invalidateQueries({ queryKey: ["hostname"] });
    },
  });
  return (
    <Card
      title={audienceWords.hostname}
      text={audienceWords.hostnameText}
      draft={draft}
      saved={site.hostname === undefined ? words.saved : audienceWords.savedName}
      names={{ hostname: audienceWords.name }}
      about={{ organization, target: site.id }}
    >
      <TextField
        label={audienceWords.name}
        help={audienceWords.nameHelp}
        error={faultsOf(draft.error, ["hostname"]).of("hostname")}
        value={draft.values.hostname}
        set={(hostname) => draft.set({ hostname })}
      />
      {site.hostname === undefined ? null : <Proof hostname={site.hostname} />}
    </Card>
  );
}

/** Milliseconds after which it is read again while it isn't proved. */
const LOOK_EVERY = 5_000;

function Proof({ hostname }: { readonly hostname: string }) {
  const { data, refetch } = useQuery({
    queryKey: ["hostname", hostname],
    queryFn: () => getCustomHostname(client, hostname),
    refetchInterval: ({ state }) => (state.data?.isActive === false ? LOOK_EVERY : false),
  });
  if (data === undefined) return null;
  const { isActive, status, verification } = data;
  const lookAgain = async (): Promise<void> => {
    try {
      await dnsRevalidateCustomHostname(client, hostname);
      say({ text: audienceWords.looking });
    } catch (error) {
      sayNotDone(error);
    }
    void refetch();
  };
  return (
    <div className="proof">
      <p className="state" data-state={isActive ? "open" : "draft"} role="status">
        {audienceWords.states[isActive ? "dns_passed" : status === "dns_passed" ? "dns_no_cname" : status]}
      </p>
      {isActive ? null : (
        <>
          <p className="help">{audienceWords.record}</p>
          <dl className="facts">
            <dt>{audienceWords.recordType}</dt>
            <dd>{verification.type}</dd>
            <dt>{audienceWords.recordName}</dt>
            <dd>
              <Secret label={audienceWords.recordName} value={verification.name} />
            </dd>
            <dt>{audienceWords.recordValue}</dt>
            <dd>
              <Secret label={audienceWords.recordValue} value={verification.value} />
            </dd>
          </dl>
          <button type="button" className="button button-secondary" onClick={() => void lookAgain()}>
            {audienceWords.lookAgain}
          </button>
        </>
      )}
    </div>
  );
}
