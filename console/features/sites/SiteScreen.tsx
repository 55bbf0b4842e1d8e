/** What a site consists of: sections, their groups, the spaces in them, and links to elsewhere. */
import { Menu, MenuItem, MenuProvider } from "@ariakit/react/menu";
import { useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { SiteStructure } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { siteStructure } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { siteWords } from "../../words/sites.ts";
import { PageTree } from "../structure/PageTree.tsx";
import { mayStand, stepTo, type TreeStep } from "../structure/moves.ts";
import { AddSpace, NewGroup } from "./AddPart.tsx";
import { NewLink } from "./NewLink.tsx";
import { PartSettings } from "./PartSettings.tsx";
import { SiteArea, type SiteOf } from "./SiteArea.tsx";
import { type SiteTree, treeOf } from "./structure.ts";
import { type SiteChanges, useSiteStructure } from "./useSiteStructure.ts";

export default function SiteScreen({ organization, site }: RouteParams<"site">) {
  const { data: structure } = useNeeded(siteStructure(organization, site));
  return (
    <SiteArea organization={organization} site={site} tab="site">
      {(it) =>
        structure === undefined ? (
          <Skeleton rows={3} />
        ) : it.mayChange ? (
          <Structure organization={organization} of={it} structure={structure} />
        ) : (
          <Contents structure={structure} />
        )
      }
    </SiteArea>
  );
}

/** What readers of the console see of it: its spaces, where they stand. */
function Contents({ structure }: { readonly structure: SiteStructure }) {
  const tree = treeOf(structure);
  const places = [...tree.parts.values()].filter((part) => part.object === "site-space");
  if (places.length === 0) return <Notice icon="globe" title={words.siteEmpty} text={words.noSpacesText} />;
  return (
    <ul className="list">
      {places.map(({ id, title, space, section }) => (
        <li key={id} className="list-row">
          <Link className="list-link" href={addressOf("space", { space: space.id })}>
            <PageIcon emoji={space.emoji} otherwise="space" />
            <span className="cut">{title}</span>
          </Link>
          <span className="facts-line">{tree.parts.get(section ?? "")?.title}</span>
        </li>
      ))}
    </ul>
  );
}

interface StructureProps {
  readonly organization: string;
  readonly of: SiteOf;
  readonly structure: SiteStructure;
}

function Structure({ organization, of: { site }, structure }: StructureProps) {
  const tree = useMemo(() => treeOf(structure), [structure]);
  const changes = useSiteStructure({ organization, site: site.id }, tree);
  const [params, choose] = useSearchParams();
  const [gone, askAbout] = useState<string>();
  const part = tree.parts.get(params.get("part") ?? "");
  return (
    <>
      <div className="structure-head">
        <p className="help">{siteWords.structureText}</p>
        <div className="card-acts">
          <AddSpace organization={organization} site={site.id} structure={structure} made={changes.again} />
          {structure.type === "sections" ? (
            <>
              <NewGroup organization={organization} site={site.id} made={changes.again} />
              <NewLink organization={organization} site={site.id} made={changes.again} />
            </>
          ) : null}
        </div>
      </div>
      {tree.parts.size === 0 ? (
        <Notice icon="globe" title={words.siteEmpty} text={siteWords.siteEmptyText} />
      ) : (
        <div className="structure">
          <SiteTreeOf
            tree={tree}
            changes={changes}
            current={part?.id}
            choose={(id) => choose({ part: id }, { replace: true })}
            askToTakeOut={askAbout}
          />
          {part === undefined ? (
            <p className="structure-none">{siteWords.nothingChosen}</p>
          ) : (
            <PartSettings
              key={part.id}
              organization={organization}
              site={site}
              part={part}
              changed={changes.again}
              askToTakeOut={askAbout}
            />
          )}
        </div>
      )}
      <TakeOut tree={tree} id={gone} changes={changes} close={() => askAbout(undefined)} />
    </>
  );
}

interface TreeProps {
  readonly tree: SiteTree;
  readonly changes: SiteChanges;
  readonly current: string | undefined;
  readonly choose: (id: string) => void;
  readonly askToTakeOut: (id: string) => void;
}

/** The parts in the tree that pages have: drag, keys, renaming and undo are the same. */
function SiteTreeOf({ tree, changes, current, choose, askToTakeOut }: TreeProps) {
  const [selected, select] = useState<readonly string[]>([]);
  const [renamed, rename] = useState<string>();
  const [opened, open] = useState<{ readonly part: string; readonly anchor: DOMRect }>();
  return (
    <div className="structure-tree">
      <PageTree
        index={tree}
        current={current}
        label={siteWords.partsTree}
        hrefOf={(id) => `?part=${id}`}
        editing={{
          structure: changes,
          selected,
          select,
          renamed,
          rename,
          openMenu: (part, anchor) => open({ part, anchor }),
          askToDelete: ([id]) => id !== undefined && askToTakeOut(id),
        }}
      />
      {opened === undefined ? null : (
        <PartMenu
          title={tree.parts.get(opened.part)?.title ?? ""}
          anchor={opened.anchor}
          close={() => open(undefined)}
          items={[
            [siteWords.openSettings, () => choose(opened.part)],
            [words.rename, () => rename(opened.part)],
            ...stepsOf(tree, opened.part).map(
              (step) => [siteWords.steps[step], () => changes.step([opened.part], step)] as const,
            ),
            [siteWords.takeOut, () => askToTakeOut(opened.part)],
          ]}
        />
      )}
    </div>
  );
}

const STEPS = ["up", "down", "in", "out"] as const;

/** The steps that a part can take from where it stands. */
const stepsOf = (tree: SiteTree, part: string): readonly TreeStep[] =>
  STEPS.filter((step) => {
    const to = stepTo(tree, [part], step);
    return to !== undefined && mayStand(tree, [part], to.into);
  });

interface PartMenuProps {
  readonly title: string;
  readonly anchor: DOMRect;
  readonly close: () => void;
  readonly items: readonly (readonly [title: string, act: () => void])[];
}

function PartMenu({ title, anchor, close, items }: PartMenuProps) {
  return (
    <MenuProvider open setOpen={(isOpen) => isOpen || close()} placement="bottom-start">
      <Menu
        className="menu-box"
        aria-label={words.actionsOf(title)}
        getAnchorRect={() => anchor}
        gutter={2}
        autoFocusOnShow
        portal
      >
        {items.map(([name, act]) => (
          // What it leads to takes the focus, which the closing menu would take back.
          <MenuItem key={name} className="menu-row" onClick={() => setTimeout(act)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
}

interface TakeOutProps {
  readonly tree: SiteTree;
  /** The part that is to go; undefined: none. */
  readonly id: string | undefined;
  readonly changes: SiteChanges;
  readonly close: () => void;
}

function TakeOut({ tree, id, changes, close }: TakeOutProps) {
  const part = tree.parts.get(id ?? "");
  return (
    <Ask
      isOpen={part !== undefined}
      close={close}
      title={siteWords.takeOutTitle(part?.title ?? "")}
      verb={siteWords.takeOut}
      act={() => changes.takeOut(id ?? "")}
    >
      <p>{part === undefined ? null : siteWords.takeOutTexts[part.object]}</p>
    </Ask>
  );
}
