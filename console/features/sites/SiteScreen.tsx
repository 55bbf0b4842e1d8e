/** A site: whether it is published, for whom, and which spaces are on it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { SiteStructure } from "../../../sdk/src/index.ts";
import { organization as organizationOf, site as siteOf, siteStructure } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";

export function SiteScreen({ organization, site }: RouteParams<"site">) {
  const { data: within } = useQuery({ ...organizationOf(organization), throwOnError: true });
  const { data: it } = useQuery({ ...siteOf(organization, site), throwOnError: true });
  const { data: structure } = useQuery({ ...siteStructure(organization, site), throwOnError: true });
  const href = it?.published === true ? it.urls.published : undefined;
  const home = { title: within?.title ?? "", href: addressOf("home", { organization }) };
  const here = { title: it?.title ?? "", href: addressOf("site", { organization, site }) };
  return (
    <Frame title={here.title} trail={[home, here]} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{it?.title ?? "\u00a0"}</h1>
          {href === undefined ? null : (
            <a className="button" href={href} target="_blank" rel="noopener">
              {words.visitSite}
              <Icon name="external" />
            </a>
          )}
        </header>
        {it === undefined ? null : (
          <p className="lead facts-line">
            <span className="state" data-state={it.published ? "open" : "draft"}>
              {it.published ? words.published : words.notPublished}
            </span>
            <span>{words.visibilities[it.visibility]}</span>
          </p>
        )}
        <h2>{words.siteContent}</h2>
        {structure === undefined ? <Skeleton rows={3} /> : <Structure of={structure} />}
      </div>
    </Frame>
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
