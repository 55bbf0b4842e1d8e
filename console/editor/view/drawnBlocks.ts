/** Blocks of integrations where a page is written: what draws each stands below its text, and `/` offers them. */
import { closeHistory } from "prosemirror-history";
import type { Node } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { tag } from "../../../engine/document/tags.ts";
import { blockKey, type IntegrationBlock } from "../../../engine/markdown/integrationBlocks.ts";
import { readTag } from "../../../engine/markdown/tag.ts";
import { isUnfurled } from "../../../engine/markdown/unfurl.ts";
import { insertBlock } from "../commands.ts";
import type { MenuEntry } from "../menu.ts";
import { schema } from "../schema.ts";
import type { Joiner } from "../seats.ts";

/** A place below a block, for what draws it. */
export interface DrawnPlace {
  readonly element: HTMLElement;
  readonly block: IntegrationBlock;
  /** Has the page say something else of the block. */
  readonly write: (props: IntegrationBlock["props"]) => void;
}

export interface OfferedBlock {
  /** `integration/block`. */
  readonly name: string;
  readonly title: string;
  /** Patterns of the addresses that turn into it. */
  readonly unfurls: readonly string[];
}

interface DrawnWishes {
  /** Told of the places, each time there are others. */
  readonly show: (places: readonly DrawnPlace[]) => void;
  /** What a block says of an address; undefined where its integration makes nothing of it. */
  readonly unfurl: (block: string, address: string) => Promise<IntegrationBlock["props"] | undefined>;
}

export function drawnBlocks(
  offered: readonly OfferedBlock[],
  { show, unfurl }: DrawnWishes,
): Joiner<readonly MenuEntry[]> {
  const names = new Set(offered.map(({ name }) => name));
  const places = new Map<HTMLElement, DrawnPlace>();
  const tell = (): void => show([...places.values()]);
  const entries = offered.map(({ name, title }) => ({
    id: `@${name}`,
    label: title,
    words: `integration ${name.replaceAll(/[/_.-]/g, " ")}`,
    run: insertBlock(() => schema.nodes.raw.create({ source: tag(`@${name}`) })),
  }));
  const widgetFor = (block: IntegrationBlock, end: number): Decoration =>
    Decoration.widget(
      end,
      (view, at) => {
        const element = document.createElement("div");
        element.contentEditable = "false";
        places.set(element, { element, block, write: (props) => write(view, at(), block, props) });
        tell();
        return element;
      },
      {
        side: 1,
        key: `drawn ${blockKey(block.name, block.props)}`,
        ignoreSelection: true,
        stopEvent: () => true,
        destroy: (element) => {
          places.delete(element as HTMLElement);
          tell();
        },
      },
    );
  /** Asks about the address on a line, and has the block stand in its place if the line is the very same by then. */
  const turnInto = async (view: EditorView, at: number, address: string, name: string): Promise<void> => {
    const line = view.isDestroyed ? null : view.state.doc.nodeAt(at);
    if (line?.type !== schema.nodes.paragraph || !saysOnly(line, address)) return;
    const props = await unfurl(name, address).catch(() => undefined);
    if (props !== undefined && !view.isDestroyed) putBlock(view, line, tag(`@${name}`, props));
  };
  return {
    init: () => entries,
    props: {
      handlePaste: (view, event) => {
        const address = event.clipboardData?.getData("text/plain").trim() ?? "";
        const block = offered.find(({ unfurls }) => unfurls.some((one) => isUnfurled(one, address)));
        // It is a link first, as everywhere, and stays one where nothing comes of it.
        if (block !== undefined && isLineOfItsOwn(view.state)) {
          const at = view.state.selection.$from.before();
          // What is pasted stands there once this event is over.
          queueMicrotask(() => void turnInto(view, at, address, block.name));
        }
        return false;
      },
      decorations: ({ doc }: EditorState) => {
        const widgets: Decoration[] = [];
        doc.descendants((node, at) => {
          const block = blockOf(node);
          if (block !== undefined && names.has(block.name))
            widgets.push(widgetFor(block, at + node.nodeSize));
        });
        return DecorationSet.create(doc, widgets);
      },
    },
  };
}

const read = new WeakMap<Node, IntegrationBlock | null>();

/** The block of an integration that a text begins with. */
function blockOf(node: Node): IntegrationBlock | undefined {
  if (node.type !== schema.nodes.raw) return undefined;
  let block = read.get(node);
  if (block === undefined) {
    const found = readTag(String(node.attrs["source"]), 0);
    const said = found?.attributes.filter(({ name }) => name !== "").map(({ name, value }) => [name, value]);
    block = found?.name.startsWith("@")
      ? { name: found.name.slice(1), props: Object.fromEntries(said ?? []) }
      : null;
    read.set(node, block);
  }
  return block ?? undefined;
}

/** Writes the block anew where it says something else; what stands in it goes with a block that has an end. */
function write(
  view: EditorView,
  end: number | undefined,
  { name, props }: IntegrationBlock,
  changed: IntegrationBlock["props"],
): void {
  const node = end === undefined ? null : view.state.doc.resolve(end).nodeBefore;
  const before = node === null ? undefined : blockOf(node);
  if (end === undefined || node === null || before === undefined || before.name !== name) return;
  const next = { ...props, ...changed };
  const isSaid = Object.entries(next).every(([prop, value]) => before.props[prop] === value);
  if (isSaid) return;
  const source = String(node.attrs["source"]).replace(/\{%[^]*?%\}/, () => tag(`@${name}`, next));
  view.dispatch(view.state.tr.setNodeMarkup(end - node.nodeSize, undefined, { ...node.attrs, source }));
}

function isLineOfItsOwn({ selection: { empty, $from } }: EditorState): boolean {
  return empty && $from.parent.type === schema.nodes.paragraph && $from.parent.content.size === 0;
}

/** Has a block stand in the place of a line, where that is still there as it was: whoever wrote on in it keeps it. */
function putBlock(view: EditorView, line: Node, source: string): void {
  const { doc, tr } = view.state;
  let at: number | undefined;
  doc.descendants((node, place) => {
    if (node === line) at = place;
    return at === undefined;
  });
  if (at === undefined) return;
  const $at = doc.resolve(at);
  const block = schema.nodes.raw.create({ source });
  if ($at.parent.canReplaceWith($at.index(), $at.index() + 1, schema.nodes.raw))
    view.dispatch(closeHistory(tr.replaceWith(at, at + line.nodeSize, block)));
}

/** Whether a line is an address and nothing else, or words that lead there, as some browsers copy it. */
function saysOnly({ childCount, firstChild: only }: Node, address: string): boolean {
  if (childCount !== 1 || only === null || !only.isText) return false;
  return only.text === address || only.marks.some(({ attrs }) => attrs["url"] === address);
}
