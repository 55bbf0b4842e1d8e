/** What a site is called, and where it is. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { deleteSiteById, getSiteById, type Site, updateSiteById } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { site as siteOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { siteWords } from "../../words/sites.ts";
import { Hostname } from "./Hostname.tsx";
import { SiteArea } from "./SiteArea.tsx";
import { sayDeleted, useRestoring } from "../trash/useRestoring.ts";

export default function SiteSettingsScreen({ organization, site }: RouteParams<"siteSettings">) {
  return (
    <SiteArea organization={organization} site={site} tab="siteSettings">
      {({ site: it, within }) => (
        <>
          <NameAndAddress organization={organization} site={it} />
          {within.permissions.admin ? <Hostname organization={organization} site={it} /> : null}
          <Deleting organization={organization} site={it} />
        </>
      )}
    </SiteArea>
  );
}

interface SitePartProps {
  readonly organization: string;
  readonly site: Site;
}

function NameAndAddress({ organization, site }: SitePartProps) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `site ${site.id}`,
    thing: site,
    fields: ({ title, basename = "" }: Site) => ({ title, basename }),
    write: (changed, options) => updateSiteById(client, organization, site.id, changed, options),
    read: () => getSiteById(client, organization, site.id),
    saved: (now) => {
      cache.setQueryData(siteOf(organization, site.id).queryKey, now);
      void cache.invalidateQueries({ queryKey: ["organization", organization, "sites"] });
    },
  });
  const faults = faultsOf(draft.error, ["title", "basename"]);
  const { siteTitle, basename } = siteWords;
  return (
    <Card
      title={siteWords.settings}
      draft={draft}
      saved={siteWords.saved}
      names={{ title: siteTitle, basename }}
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
    </Card>
  );
}

function Deleting({ organization, site }: SitePartProps) {
  const restore = useRestoring(organization);
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={siteWords.deleteSite} text={siteWords.deleteText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {siteWords.deleteSiteAsk}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={siteWords.deleteTitle(site.title)}
        verb={siteWords.deleteSiteVerb}
        name={site.title}
        act={async () => {
          await deleteSiteById(client, organization, site.id);
          sayDeleted(site, restore);
          go(addressOf("sites", { organization }));
          void cache.invalidateQueries({ queryKey: ["organization", organization] });
        }}
      >
        <p>{siteWords.deleteText}</p>
      </Ask>
    </Card>
  );
}
