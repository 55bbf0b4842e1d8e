import { useQueryClient } from "@tanstack/react-query";
import { getSiteById, type Site, updateSiteById } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { site as siteOf } from "../../api/queries.ts";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { words } from "../../words.ts";
import { siteWords } from "../../words/sites.ts";

const AUDIENCES = ["public", "unlisted", "share-link", "visitor-auth"] as const;

/** What a site is called, where it is, and who reads it. */
export function SiteSettings({ organization, site }: { readonly organization: string; readonly site: Site }) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `site ${site.id}`,
    thing: site,
    fields: ({ title, basename = "", visibility }: Site) => ({ title, basename, visibility }),
    write: (changed, options) => updateSiteById(client, organization, site.id, changed, options),
    read: () => getSiteById(client, organization, site.id),
    saved: (now) => {
      cache.setQueryData(siteOf(organization, site.id).queryKey, now);
      void cache.invalidateQueries({ queryKey: ["organization", organization, "sites"] });
    },
  });
  const faults = faultsOf(draft.error, ["title", "basename", "visibility"]);
  const { siteTitle, basename, whoReads } = siteWords;
  return (
    <Card
      title={siteWords.settings}
      draft={draft}
      saved={siteWords.saved}
      names={{ title: siteTitle, basename, visibility: whoReads }}
      about={{ organization, target: site.id }}
    >
      <TextField
        label={siteTitle}
        error={faults.of("title")}
        value={draft.values.title}
        set={(title) => draft.set({ title })}
      />
      <TextField
        label={basename}
        help={siteWords.basenameHelp}
        error={faults.of("basename")}
        value={draft.values.basename}
        set={(value) => draft.set({ basename: value })}
      />
      <ChoiceField
        label={whoReads}
        help={siteWords.audienceHelp[draft.values.visibility]}
        error={faults.of("visibility")}
        value={draft.values.visibility}
        set={(visibility) => draft.set({ visibility })}
        choices={AUDIENCES.map((name) => [name, words.visibilities[name]] as const)}
      />
    </Card>
  );
}
