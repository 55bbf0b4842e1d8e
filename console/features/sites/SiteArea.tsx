/** A site and its parts: its tabs, whether it is published, and who may not be here is told who can change that. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  type Organization,
  publishSite,
  type Site,
  type SiteStructure,
  unpublishSite,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import {
  organization as organizationOf,
  site as siteOf,
  siteStructure as structureOf,
} from "../../api/queries.ts";
import { useHeldRight } from "../../api/typed.ts";
import { useBeginning } from "../../app/beginning.ts";
import { Frame } from "../../app/Frame.tsx";
import { SITE_TABS } from "../../app/siteTabs.ts";
import { addressOf } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { AreaTabs } from "../../ui/AreaTabs.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { siteWords } from "../../words/sites.ts";
import { Refused } from "../organization/Area.tsx";
import { SiteState } from "./SiteState.tsx";
import { namedPlacesOf } from "./structure.ts";

type SiteTab = (typeof SITE_TABS)[number];

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
  const { data: within } = useNeeded(organizationOf(organization));
  const { data: it } = useNeeded(siteOf(organization, site));
  const href = it?.published === true ? it.urls.published : undefined;
  const trail = [
    { title: words.sites, href: addressOf("sites", { organization }) },
    { title: it?.title ?? "", href: addressOf("site", { organization, site }) },
  ];
  const mayChange = useHeldRight(it?.permissions.edit === true, site);
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
          <AreaTabs
            label={siteWords.partsOfSite}
            names={SITE_TABS}
            open={tab}
            titleOf={(name) => siteWords.tabs[name]}
            hrefOf={(name) => addressOf(name, { organization, site })}
          />
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

/** Publishes, and ends that; what readers get and lose is said before. */
function Publication({ of, organization }: { readonly of: Site; readonly organization: string }) {
  const [isAsking, ask] = useState(false);
  useBeginning(["publish"], of.published ? undefined : () => ask(true));
  const cache = useQueryClient();
  const known = (site: Site): void => {
    cache.setQueryData(siteOf(organization, site.id).queryKey, site);
    void cache.invalidateQueries({ queryKey: ["organization", organization, "sites"] });
  };
  const { data: structure } = useQuery({ ...structureOf(organization, of.id), enabled: isAsking });
  if (!of.published)
    return (
      <>
        <button type="button" className="button" onClick={() => ask(true)}>
          {siteWords.publish}
        </button>
        <FormDialog
          isOpen={isAsking}
          close={() => ask(false)}
          title={siteWords.publishTitle(of.title)}
          verb={siteWords.publish}
          isReady
          isDirty={false}
          act={async () => {
            known(await publishSite(client, organization, of.id));
            say({ text: siteWords.published[of.visibility] });
          }}
        >
          {() => <WhatIsRead visibility={of.visibility} structure={structure} />}
        </FormDialog>
      </>
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

interface WhatIsReadProps {
  readonly visibility: Site["visibility"];
  /** Undefined while it is read. */
  readonly structure: SiteStructure | undefined;
}

/** What becomes readable by a site's being published, and by whom. */
function WhatIsRead({ visibility, structure }: WhatIsReadProps) {
  const places = structure === undefined ? undefined : namedPlacesOf(structure);
  return (
    <div className="dialog-text">
      <p>{siteWords.becomesReadable[visibility]}</p>
      {places === undefined ? (
        <Skeleton rows={2} />
      ) : places.length === 0 ? (
        <p>{siteWords.nothingReadable}</p>
      ) : (
        <ul className="site-places">
          {places.map(([id, title]) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
      <p className="muted">{siteWords.editsReadable}</p>
    </div>
  );
}
