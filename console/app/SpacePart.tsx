/** What a space has beside its pages: a screen with the way between such screens. */
import type { ReactNode } from "react";
import type { Space } from "../../sdk/src/index.ts";
import { useNeeded } from "../api/needed.ts";
import { space as spaceOf } from "../api/queries.ts";
import { Frame } from "./Frame.tsx";
import { type OwnPlace, ProposedIn } from "./ownPlace.tsx";
import { addressOf } from "../routes.ts";
import { AreaTabs } from "../ui/AreaTabs.tsx";
import { NeedsServer } from "../ui/NeedsServer.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { partsWords } from "../words/parts.ts";

const PARTS = {
  history: partsWords.history,
  spaceComments: partsWords.comments,
  files: partsWords.files,
  reusables: partsWords.reusable,
  variables: partsWords.variables,
  tags: partsWords.tags,
  brokenLinks: partsWords.links,
  spaceImport: partsWords.import,
  spaceTrash: partsWords.trash,
} as const;

export type SpacePartName = keyof typeof PARTS;

interface SpacePartProps {
  /** The id of the space. */
  readonly space: string;
  readonly part: SpacePartName;
  /** Of a thing inside the part. */
  readonly inside?: { readonly title: string; readonly href: string };
  /** Where it is written, of a part that is shown as it is there. */
  readonly place?: OwnPlace;
  readonly actions?: (space: Space) => ReactNode;
  readonly children: (space: Space) => ReactNode;
}

export function SpacePart({ space, part, inside, place, actions, children }: SpacePartProps) {
  const { data: it } = useNeeded(spaceOf(space));
  const trail = [
    { title: it?.title ?? "", href: addressOf("space", { space }) },
    { title: PARTS[part], href: addressOf(part, { space }) },
    ...(inside === undefined ? [] : [inside]),
  ];
  return (
    <Frame title={inside?.title ?? PARTS[part]} trail={trail} organization={it?.organization}>
      <div className="column">
        <header className="head">
          <h1>{inside?.title ?? PARTS[part]}</h1>
          <div className="actions">{it === undefined ? null : actions?.(it)}</div>
        </header>
        {inside === undefined ? (
          <AreaTabs
            label={partsWords.partsOf}
            names={Object.keys(PARTS) as SpacePartName[]}
            open={part}
            titleOf={(name) => PARTS[name]}
            hrefOf={(name) => addressOf(name, { space })}
          />
        ) : null}
        {place === undefined ? null : <ProposedIn place={place} />}
        {it === undefined ? <Skeleton /> : <NeedsServer>{children(it)}</NeedsServer>}
      </div>
    </Frame>
  );
}
