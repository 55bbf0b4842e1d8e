/** A site: whether it is published, for whom, and which spaces are on it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { publishSite, type Site, type SiteStructure, unpublishSite } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { organization as organizationOf, site as siteOf, siteStructure } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { siteWords } from "../../words/sites.ts";
import { ShareLinks } from "./ShareLinks.tsx";
import { SiteSettings } from "./SiteSettings.tsx";
import { SiteState } from "./Sites.tsx";

export default function SiteScreen({ organization, site }: RouteParams<"site">) {
  const { data: within } = useQuery({ ...organizationOf(organization), throwOnError: true });
  const { data: it } = useQuery({ ...siteOf(organization, site), throwOnError: true });
  const { data: structure } = useQuery({ ...siteStructure(organization, site), throwOnError: true });
  const href = it?.published === true ? it.urls.published : undefined;
  const sites = { title: words.sites, href: addressOf("sites", { organization }) };
  const here = { title: it?.title ?? "", href: addressOf("site", { organization, site }) };
  const mayChange = within?.permissions.createContent === true;
  return (
    <Frame title={here.title} trail={[sites, here]} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{it?.title ?? "\u00a0"}</h1>
          <div className="actions">
            {it === undefined || !mayChange ? null : <Publication of={it} organization={organization} />}
            {href === undefined ? null : (
              <a className="button" href={href} target="_blank" rel="noopener">
                {words.visitSite}
                <Icon name="external" />
              </a>
            )}
          </div>
        </header>
        {it === undefined ? null : (
          <p className="lead facts-line">
            <SiteState of={it} />
            <span>{words.visibilities[it.visibility]}</span>
          </p>
        )}
        <h2>{words.siteContent}</h2>
        {structure === undefined ? <Skeleton rows={3} /> : <Structure of={structure} />}
        {it === undefined || !mayChange ? null : <SiteSettings organization={organization} site={it} />}
        {it?.visibility === "share-link" && mayChange ? (
          <ShareLinks organization={organization} site={site} />
        ) : null}
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
      say({ text: siteWords.published });
    } catch (error) {
      say({ text: error instanceof Error ? error.message : words.fault, isWrong: true });
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

interface SiteRow {
  readonly id: string;
  readonly title: string;
  readonly space: string;
  readonly emoji?: string;
  /** Where it stands: the section, or the group of sections. */
  readonly within: string;
}

function Structure({ of }: { readonly of: SiteStructure }) {
  const rows = rowsOf(of);
  if (rows.length === 0) return <Notice icon="globe" title={words.siteEmpty} text={words.noSpacesText} />;
  return (
    <ul className="list">
      {rows.map(({ id, title, space, emoji, within }) => (
        <li key={id} className="list-row">
          <Link className="list-link" href={addressOf("space", { space })}>
            <PageIcon emoji={emoji} otherwise="space" />
            <span className="cut">{title}</span>
          </Link>
          <span className="facts-line">{within}</span>
        </li>
      ))}
    </ul>
  );
}

function rowsOf({ structure }: SiteStructure): readonly SiteRow[] {
  const rows: SiteRow[] = [];
  const visit = (part: SiteStructure["structure"][number], within: readonly string[]): void => {
    if (part.object === "site-space") {
      const { id, title, space } = part;
      rows.push({ id, title, space: space.id, emoji: space.emoji, within: within.join(" › ") });
      return;
    }
    const parts = part.object === "site-section" ? part.siteSpaces : part.sections;
    for (const one of parts) visit(one, [...within, part.title]);
  };
  for (const part of structure) visit(part, []);
  return rows;
}
