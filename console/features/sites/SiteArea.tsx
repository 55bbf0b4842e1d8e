/** A site and its parts: its tabs, whether it is published, and who may not be here is told who can change that. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { type Organization, publishSite, type Site, unpublishSite } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { organization as organizationOf, site as siteOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { siteWords } from "../../words/sites.ts";
import { Refused } from "../organization/Area.tsx";
import { SiteState } from "./Sites.tsx";

const TABS = [
  "site",
  "siteLook",
  "siteAudience",
  "siteRedirects",
  "siteGit",
  "sitePermissions",
  "siteSettings",
] as const;

type SiteTab = (typeof TABS)[number];

/** A site with the organization that it is of. */
export interface SiteOf {
  readonly site: Site;
  readonly within: Organization;
  readonly mayChange: boolean;
}

interface SiteAreaProps {
  /** Ids. */
  readonly organization: string;
  readonly site: string;
  readonly tab: SiteTab;
  readonly isWide?: boolean;
  readonly children: (it: SiteOf) => ReactNode;
}

export function SiteArea({ organization, site, tab, isWide = false, children }: SiteAreaProps) {
  const { data: within } = useQuery({ ...organizationOf(organization), throwOnError: true });
  const { data: it } = useQuery({ ...siteOf(organization, site), throwOnError: true });
  const href = it?.published === true ? it.urls.published : undefined;
  const trail = [
    { title: words.sites, href: addressOf("sites", { organization }) },
    { title: it?.title ?? "", href: addressOf("site", { organization, site }) },
  ];
  const mayChange = it?.permissions.edit === true;
  return (
    <Frame title={it?.title ?? ""} trail={trail} organization={organization}>
      <div className={isWide ? "column column-wide" : "column"}>
        <header className="head">
          <h1>{it?.title ?? "\u00a0"}</h1>
          <div className="actions">
            {it === undefined ? null : (
              <span className="facts-line">
                <SiteState of={it} />
                <span>{words.visibilities[it.visibility]}</span>
              </span>
            )}
            {it?.permissions.publish !== true ? null : <Publication of={it} organization={organization} />}
            {href === undefined ? null : (
              <a className="button button-secondary" href={href} target="_blank" rel="noopener">
                {words.visitSite}
                <Icon name="external" />
              </a>
            )}
          </div>
        </header>
        {mayChange ? (
          <nav className="area-tabs" aria-label={siteWords.partsOfSite}>
            {TABS.map((name) => (
              <Link
                key={name}
                href={addressOf(name, { organization, site })}
                aria-current={name === tab ? "page" : undefined}
              >
                {siteWords.tabs[name]}
              </Link>
            ))}
          </nav>
        ) : null}
        {it === undefined || within === undefined ? (
          <Skeleton />
        ) : mayChange || tab === "site" ? (
          <NeedsServer>{children({ site: it, within, mayChange })}</NeedsServer>
        ) : (
          <Refused organization={within} />
        )}
      </div>
    </Frame>
  );
}

/** Publishes at a press; what readers lose is asked about first. */
function Publication({ of, organization }: { readonly of: Site; readonly organization: string }) {
  const [isAsking, ask] = useState(false);
  const cache = useQueryClient();
  const known = (site: Site): void => {
    cache.setQueryData(siteOf(organization, site.id).queryKey, site);
    void cache.invalidateQueries({ queryKey: ["organization", organization, "sites"] });
  };
  const publish = async (): Promise<void> => {
    try {
      known(await publishSite(client, organization, of.id));
      say({ text: siteWords.published[of.visibility] });
    } catch (error) {
      sayNotDone(error);
    }
  };
  if (!of.published)
    return (
      <button type="button" className="button" onClick={() => void publish()}>
        {siteWords.publish}
      </button>
    );
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => ask(true)}>
        {siteWords.unpublish}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={siteWords.unpublishTitle(of.title)}
        verb={siteWords.unpublish}
        act={async () => {
          known(await unpublishSite(client, organization, of.id));
          say({ text: siteWords.unpublished });
        }}
      >
        <p>{siteWords.unpublishText}</p>
      </Ask>
    </>
  );
}
