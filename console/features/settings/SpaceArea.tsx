/** What of a space is administrated: its tabs, and who may not be here is told who can change that. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Space } from "../../../sdk/src/index.ts";
import { organization as organizationOf } from "../../api/queries.ts";
import { useHeldRight } from "../../api/typed.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf } from "../../routes.ts";
import { AreaTabs } from "../../ui/AreaTabs.tsx";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { peopleWords } from "../../words/people.ts";
import { settingsWords } from "../../words/settings.ts";
import { Refused } from "../organization/Area.tsx";

const TABS = {
  spaceSettings: settingsWords.general,
  spacePermissions: peopleWords.permissions,
  spaceGit: settingsWords.git,
} as const;

type SpaceTab = keyof typeof TABS;

interface SpaceAreaProps {
  /** Undefined while it is read. */
  readonly space: Space | undefined;
  readonly tab: SpaceTab;
  readonly children: (space: Space) => ReactNode;
}

export function SpaceArea({ space: it, tab, children }: SpaceAreaProps) {
  const { data: within } = useQuery({
    ...organizationOf(it?.organization ?? ""),
    enabled: it !== undefined,
  });
  const id = it?.id ?? "";
  const mayChange = useHeldRight(it?.permissions.admin === true, id);
  const trail =
    it === undefined
      ? []
      : [
          { title: it.title, href: addressOf("space", { space: id }) },
          { title: settingsWords.spaceSettings, href: addressOf("spaceSettings", { space: id }) },
          { title: TABS[tab], href: addressOf(tab, { space: id }) },
        ];
  return (
    <Frame
      title={tab === "spaceSettings" ? settingsWords.spaceSettings : TABS[tab]}
      trail={trail}
      organization={it?.organization}
    >
      <div className="column">
        {it === undefined || within === undefined ? (
          <Skeleton />
        ) : mayChange ? (
          <>
            <header className="head">
              <h1>{settingsWords.spaceSettings}</h1>
            </header>
            <AreaTabs
              label={settingsWords.spaceSettings}
              names={Object.keys(TABS) as SpaceTab[]}
              open={tab}
              titleOf={(name) => TABS[name]}
              hrefOf={(name) => addressOf(name, { space: id })}
            />
            <NeedsServer>{children(it)}</NeedsServer>
          </>
        ) : (
          <Refused organization={within} />
        )}
      </div>
    </Frame>
  );
}
