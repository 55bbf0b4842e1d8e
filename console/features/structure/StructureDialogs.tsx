/** What is asked before pages are changed: the menu of one, and the dialogs that it leads to. */
import { Menu, MenuItem, MenuProvider, MenuSeparator } from "@ariakit/react/menu";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { contentSourceOf } from "../../../engine/contentSource.ts";
import type { JsonObject } from "../../../engine/json.ts";
import type { Page, UpdatePage } from "../../../sdk/src/index.ts";
import type { ContentPlace } from "../../api/content.ts";
import { type OfferedSource, offeredSources } from "../../api/sources.ts";
import { Icon, type LineIconName } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.tsx";
import { words } from "../../words.ts";
import type { PageIndex } from "../../app/pageIndex.ts";
import { DeletePages } from "./DeletePages.tsx";
import { MoveTo } from "./MoveTo.tsx";
import { NewPage } from "./NewPage.tsx";
import type { TreeChanges } from "./useStructure.ts";
import { structureWords } from "../../words/structure.ts";
import { treeWords } from "../../words/tree.ts";

const SourcePage = later(() => import("./SourcePage.tsx"));

/** What is asked for. */
export type TreeQuestion =
  | { readonly what: "menu"; readonly page: string; readonly anchor: DOMRect }
  | { readonly what: "new"; readonly into: string | null }
  | {
      readonly what: "source";
      readonly source: OfferedSource;
      readonly title: string;
      readonly into: string | null;
    }
  | { readonly what: "other source"; readonly source: OfferedSource; readonly page: Page }
  | { readonly what: "move" | "delete"; readonly pages: readonly string[] };

interface StructureDialogsProps {
  readonly asking: TreeQuestion;
  readonly ask: (asking: TreeQuestion | undefined) => void;
  readonly place: ContentPlace;
  readonly index: PageIndex;
  readonly structure: TreeChanges;
  readonly rename: (page: string) => void;
  readonly select: (pages: readonly string[]) => void;
}

export default function StructureDialogs(props: StructureDialogsProps) {
  const { asking, ask, place, index, structure, select } = props;
  const close = (): void => ask(undefined);
  switch (asking.what) {
    case "menu":
      return <PageMenu {...props} page={asking.page} anchor={asking.anchor} />;
    case "new":
      return (
        <NewPage
          space={place.space}
          into={asking.into}
          index={index}
          structure={structure}
          close={close}
          askSource={(source, title) => ask({ what: "source", source, title, into: asking.into })}
        />
      );
    case "source":
    case "other source":
      return <SourceDialog {...asking} space={place.space} structure={structure} close={close} />;
    case "move":
      return (
        <MoveTo
          pages={asking.pages}
          index={index}
          close={close}
          move={(to) => {
            select([]);
            structure.move(asking.pages, to);
          }}
        />
      );
    case "delete":
      return (
        <DeletePages
          pages={asking.pages}
          place={place}
          index={index}
          close={close}
          remove={async () => {
            select([]);
            await structure.remove(asking.pages);
          }}
        />
      );
  }
}

type SourceDialogProps = Extract<TreeQuestion, { what: "source" | "other source" }> & {
  readonly space: string;
  readonly structure: TreeChanges;
  readonly close: () => void;
};

/** Asks what an integration is to make pages of, for a new page or one that is there. */
function SourceDialog({ space, structure, close, ...asking }: SourceDialogProps) {
  const shared = { source: asking.source, space, close };
  if (asking.what === "source") {
    const { title, into } = asking;
    const write = (computed: JsonObject) =>
      structure.add({ type: "computed", title, computed, ...(into === null ? {} : { into }) });
    return <SourcePage {...shared} submitLabel={structureWords.insertSource} write={write} />;
  }
  const { id: page, title, computed: was = {} } = asking.page;
  const change = (computed: object, from: object): UpdatePage => ({
    operation: "update_page",
    page,
    computed: { ...computed },
    was: { computed: { ...from } },
  });
  const write = (computed: JsonObject) =>
    structure.change(change(computed, was), treeWords.madeOfOther(title), change(was, computed));
  return <SourcePage {...shared} submitLabel={words.save} was={was} write={write} />;
}

interface PageMenuProps extends StructureDialogsProps {
  readonly page: string;
  readonly anchor: DOMRect;
}

function PageMenu({ page: id, anchor, ask, place, index, structure, rename }: PageMenuProps) {
  const page = index.entries.get(id)?.page;
  const source = useSourceOf(place.space, page);
  if (page === undefined) return null;
  const mayHold = page.type !== "link";
  return (
    <MenuProvider
      open
      setOpen={(isOpen) => {
        if (!isOpen) ask(undefined);
      }}
      placement="bottom-start"
    >
      <Menu
        className="menu-box"
        aria-label={words.actionsOf(page.title)}
        getAnchorRect={() => anchor}
        gutter={2}
        autoFocusOnShow
      >
        {mayHold ? (
          <Item icon="plus" act={() => ask({ what: "new", into: id })}>
            {treeWords.newPageBelow}
          </Item>
        ) : null}
        <Item icon="edit" hint="F2" act={() => rename(id)}>
          {words.rename}
        </Item>
        {source === undefined ? null : (
          <Item icon="settings" act={() => ask({ what: "other source", source, page })}>
            {treeWords.otherSource}
          </Item>
        )}
        <Item icon="copy" act={() => structure.duplicate(id)}>
          {words.duplicate}
        </Item>
        <Item icon="move" act={() => ask({ what: "move", pages: [id] })}>
          {words.moveTo}
        </Item>
        <MenuSeparator className="menu-line" />
        <Item icon="bin" hint={words.deleteKey} act={() => ask({ what: "delete", pages: [id] })}>
          {words.deletePages}
        </Item>
      </Menu>
    </MenuProvider>
  );
}

/** What makes the pages that a page stands for, where that can still be asked; undefined for all others. */
function useSourceOf(space: string, page: Page | undefined): OfferedSource | undefined {
  const made =
    page?.type === "computed" ? contentSourceOf(page.computed as JsonObject | undefined) : undefined;
  const { data } = useQuery({ ...offeredSources(space), enabled: made !== undefined });
  return data?.find(({ integration, id }) => integration === made?.integration && id === made.source);
}

interface ItemProps {
  readonly icon: LineIconName;
  readonly hint?: string;
  readonly act: () => void;
  readonly children: ReactNode;
}

function Item({ icon, hint, act, children }: ItemProps) {
  return (
    // What it leads to is asked for when the menu has closed: that would take it back.
    <MenuItem className="menu-row" onClick={() => setTimeout(act)}>
      <Icon name={icon} />
      {children}
      {hint === undefined ? null : <kbd aria-hidden="true">{hint}</kbd>}
    </MenuItem>
  );
}
