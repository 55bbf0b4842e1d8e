/** Who reads a site. */
import { useQueryClient } from "@tanstack/react-query";
import { getSiteById, type Site, updateSiteById } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { site as siteOf } from "../../api/queries.ts";
import type { RouteParams } from "../../routes.ts";
import { Card } from "../../ui/Card.tsx";
import { Check, ChoiceField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { words } from "../../words.ts";
import { audienceWords } from "../../words/audience.ts";
import { siteWords } from "../../words/sites.ts";
import { ClaimsSchema } from "./ClaimsSchema.tsx";
import { ShareLinks } from "./ShareLinks.tsx";
import { SiteArea } from "./SiteArea.tsx";
import { VisitorSignIn } from "./VisitorSignIn.tsx";

export default function AudienceScreen({ organization, site }: RouteParams<"siteAudience">) {
  return (
    <SiteArea organization={organization} site={site} tab="siteAudience">
      {({ site: it }) => (
        <>
          <Audience organization={organization} site={it} />
          {it.visibility === "share-link" ? <ShareLinks organization={organization} site={site} /> : null}
          {it.visibility === "visitor-auth" ? (
            <VisitorSignIn organization={organization} site={site} />
          ) : null}
          {it.adaptiveContent.enabled ? <ClaimsSchema organization={organization} site={site} /> : null}
        </>
      )}
    </SiteArea>
  );
}

const AUDIENCES = ["public", "unlisted", "share-link", "visitor-auth"] as const;

function Audience({ organization, site }: { readonly organization: string; readonly site: Site }) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `site audience ${site.id}`,
    thing: site,
    fields: ({ visibility, adaptiveContent }: Site) => ({ visibility, adapts: adaptiveContent.enabled }),
    write: ({ adapts, ...changed }, options) =>
      updateSiteById(
        client,
        organization,
        site.id,
        adapts === undefined ? changed : { ...changed, adaptiveContent: { enabled: adapts } },
        options,
      ),
    read: () => getSiteById(client, organization, site.id),
    saved: (now) => {
      cache.setQueryData(siteOf(organization, site.id).queryKey, now);
      void cache.invalidateQueries({ queryKey: ["organization", organization, "sites"] });
    },
  });
  return (
    <Card
      title={siteWords.audience}
      draft={draft}
      saved={siteWords.savedAudience}
      names={{ visibility: siteWords.whoReads, adapts: audienceWords.adapts }}
      about={{ organization, target: site.id }}
    >
      <ChoiceField
        label={siteWords.whoReads}
        help={siteWords.audienceHelp[draft.values.visibility]}
        error={faultsOf(draft.error, ["visibility"]).of("visibility")}
        value={draft.values.visibility}
        set={(visibility) => draft.set({ visibility })}
        choices={AUDIENCES.map((name) => [name, words.visibilities[name]] as const)}
      />
      <Check
        label={audienceWords.adapts}
        help={audienceWords.adaptsHelp}
        value={draft.values.adapts}
        set={(adapts) => draft.set({ adapts })}
      />
    </Card>
  );
}
