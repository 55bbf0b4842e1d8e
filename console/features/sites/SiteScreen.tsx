/** What a site consists of: sections, their groups, and the spaces in them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { SiteStructure } from "../../../sdk/src/index.ts";
import { siteStructure } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { SiteArea } from "./SiteArea.tsx";

export default function SiteScreen({ organization, site }: RouteParams<"site">) {
  const { data: structure } = useQuery({ ...siteStructure(organization, site), throwOnError: true });
  return (
    <SiteArea organization={organization} site={site} tab="site">
      {() => (structure === undefined ? <Skeleton rows={3} /> : <Structure of={structure} />)}
    </SiteArea>
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
