/** The tree of pages with what changes it: menus, dialogs and what is selected. */
import { useState } from "react";
import { useKeys } from "../../app/keys.ts";
import { Icon, type LineIconName } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.tsx";
import { words } from "../../words.ts";
import type { PageIndex } from "../../app/pageIndex.ts";
import { PageTree } from "./PageTree.tsx";
import type { ContentPlace } from "../../api/content.ts";
import type { PageFate } from "../../api/changedThings.ts";
import { topmost } from "./moves.ts";
import type { TreeQuestion } from "./StructureDialogs.tsx";
import type { TreeChanges } from "./useStructure.ts";

const StructureDialogs = later(() => import("./StructureDialogs.tsx"));

interface EditedPagesProps {
  readonly place: ContentPlace;
  readonly index: PageIndex;
  readonly current: string | undefined;
  readonly hrefOf: (id: string) => string;
  /** What a change request does to pages, by their ids. */
  readonly fates?: ReadonlyMap<string, PageFate> | undefined;
  readonly structure: TreeChanges;
  readonly asking: TreeQuestion | undefined;
  readonly ask: (asking: TreeQuestion | undefined) => void;
}

export function EditedPages(props: EditedPagesProps) {
  const { place, index, current, hrefOf, fates, structure, asking, ask } = props;
  const [selected, select] = useState<readonly string[]>([]);
  const [renamed, rename] = useState<string>();
  useKeys({ c: () => ask({ what: "new", into: null }) });
  return (
    <>
      <PageTree
        index={index}
        current={current}
        hrefOf={hrefOf}
        fates={fates}
        editing={{
          structure,
          selected: selected.filter((id) => index.entries.has(id)),
          select,
          renamed,
          rename,
          askToDelete: (pages) => ask({ what: "delete", pages }),
          openMenu: (page, anchor) => ask({ what: "menu", page, anchor }),
        }}
      />
      <Foot selected={topmost(index, selected)} ask={ask} clear={() => select([])} />
      {asking === undefined ? null : (
        <StructureDialogs
          asking={asking}
          ask={ask}
          place={place}
          index={index}
          structure={structure}
          rename={rename}
          select={select}
        />
      )}
    </>
  );
}

interface FootProps {
  /** None below another of them. */
  readonly selected: readonly string[];
  readonly ask: (asking: TreeQuestion) => void;
  readonly clear: () => void;
}

/** Below the tree: a new page, or what becomes of those that are selected. */
function Foot({ selected, ask, clear }: FootProps) {
  if (selected.length === 0)
    return (
      <button
        type="button"
        className="side-link side-new"
        aria-keyshortcuts="c"
        onClick={() => ask({ what: "new", into: null })}
      >
        <Icon name="plus" />
        {words.newPage}
      </button>
    );
  const button = (icon: LineIconName, title: string, act: () => void) => (
    <button type="button" className="icon-button" title={title} aria-label={title} onClick={act}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="side-chosen" role="group" aria-label={words.selectedPages(selected.length)}>
      <span aria-live="polite">{words.selectedPages(selected.length)}</span>
      {button("move", words.moveTo, () => ask({ what: "move", pages: selected }))}
      {button("bin", words.deletePages, () => ask({ what: "delete", pages: selected }))}
      {button("close", words.clearSelection, clear)}
    </div>
  );
}
