/** A part of an organization that is administrated: its tabs, and who may not be here is told who can change that. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Organization } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { administrators } from "../../api/administration.ts";
import { organization as organizationOf } from "../../api/queries.ts";
import { useHeldRight } from "../../api/typed.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf } from "../../routes.ts";
import { AreaTabs } from "../../ui/AreaTabs.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { AREAS, type AreaName, type AreaTable, rightTo, type TabName, tabTitle } from "../../app/areas.ts";
import { areaWords } from "../../words/area.ts";

interface AreaProps {
  /** The organization's id. */
  readonly organization: string;
  readonly area: AreaName;
  readonly tab: TabName;
  /** Of a thing inside the tab: it gets a step of the way here of its own. */
  readonly inside?: { readonly title: string; readonly href: string };
  readonly actions?: (it: Organization) => ReactNode;
  readonly children: (it: Organization) => ReactNode;
}

export function Area({ organization, area, tab, inside, actions, children }: AreaProps) {
  const { data: it } = useNeeded(organizationOf(organization));
  const { title, tabs }: AreaTable = AREAS[area];
  const mayUse = useHeldRight(it?.permissions[rightTo(tab)] === true, `${organization} ${tab}`);
  const shown = tabs.filter((name) => it !== undefined && it.permissions[rightTo(name)]);
  const trail = [
    { title: it?.title ?? "", href: addressOf("home", { organization }) },
    { title, href: addressOf(shown[0] ?? tab, { organization }) },
    ...(tabs.length > 1 ? [{ title: tabTitle(tab), href: addressOf(tab, { organization }) }] : []),
    ...(inside === undefined ? [] : [inside]),
  ];
  return (
    <Frame title={inside?.title ?? tabTitle(tab)} trail={trail} organization={organization}>
      <div className="column">
        {inside === undefined ? (
          <header className="head">
            <h1>{title}</h1>
            <div className="actions">{it && mayUse ? actions?.(it) : null}</div>
          </header>
        ) : null}
        {shown.length < 2 || inside !== undefined ? null : (
          <AreaTabs
            label={title}
            names={shown}
            open={tab}
            titleOf={tabTitle}
            hrefOf={(name) => addressOf(name, { organization })}
          >
            {area === "developers" ? <a href="/account#tokens">{words.apiTokens}</a> : null}
          </AreaTabs>
        )}
        {it === undefined ? (
          <Skeleton />
        ) : mayUse ? (
          <NeedsServer>{children(it)}</NeedsServer>
        ) : (
          <Refused organization={it} />
        )}
      </div>
    </Frame>
  );
}

/** What somebody's role doesn't open, and who can change that, where they may know. */
export function Refused({
  organization: { id, title, permissions },
}: {
  readonly organization: Organization;
}) {
  const { data: names = [] } = useQuery({
    ...administrators(id),
    enabled: permissions.listMembers,
  });
  const list = new Intl.ListFormat("en", { type: "disjunction" }).format(names);
  const text = areaWords.forbiddenText(title) + (list === "" ? "" : ` ${areaWords.askForAccess(list)}`);
  return (
    <Notice icon="fault" title={words.forbidden} text={text}>
      <Link className="button button-secondary" href={addressOf("home", { organization: id })}>
        {words.goHome}
      </Link>
    </Notice>
  );
}
