/** What every block is made of: one row a type, and the compiler asks for the row of a new one. */
import type { Block, Destination, Inline, ReferenceKind } from "./document.ts";
import { plainText } from "./plainText.ts";

export type BlockOf<T extends Block["type"]> = Extract<Block, { type: T }>;

type Blocks = readonly Block[];
type Lines = readonly (readonly Inline[])[];
type Destinations = readonly (readonly [ReferenceKind, Destination | undefined])[];

/** What is in a block of one kind. */
interface Anatomy<B> {
  /** The blocks directly inside. */
  readonly blocks: (block: B) => Blocks;
  /** Those of them that a reader sees. */
  readonly shown: (block: B) => Blocks;
  /** The inline content that it has itself, outside its child blocks, in order. */
  readonly inlines: (block: B) => Lines;
  /** The words that it has itself, outside its child blocks. */
  readonly words: (block: B) => string;
  /** The destinations that it has itself, outside its inline content. */
  readonly destinations: (block: B) => Destinations;
  /**
   * Whether its blocks stand on lines of their own between its first line and its last: cutting between them leaves it
   * whole, so they are merged one by one.
   */
  readonly isOpenedAndClosed: boolean;
}

const NOTHING: readonly never[] = [];
const none = (): readonly never[] => NOTHING;

const leaf: Anatomy<unknown> = {
  blocks: none,
  shown: none,
  inlines: none,
  words: () => "",
  destinations: none,
  isOpenedAndClosed: false,
};

const blocksInside = ({ children }: { readonly children: Blocks }): Blocks => children;
const container: Anatomy<{ readonly children: Blocks }> = {
  ...leaf,
  blocks: blocksInside,
  shown: blocksInside,
};
const opened = { ...container, isOpenedAndClosed: true };

const said = (lines: Lines, between = "\n"): string =>
  lines
    .map((nodes) => plainText(nodes).trim())
    .filter((text) => text !== "")
    .join(between);

/** What has inline content: its words are what that says. */
function spoken<B>(inlines: (block: B) => Lines): Anatomy<B> {
  return { ...leaf, inlines, words: (block) => said(inlines(block)) };
}

/** What has rows of cells: its words are a line a row. */
function rowed<B>(
  rows: (block: B) => readonly (readonly { readonly children: readonly Inline[] }[])[],
): Anatomy<B> {
  const cells = (row: readonly { readonly children: readonly Inline[] }[]): Lines =>
    row.map(({ children }) => children);
  return {
    ...leaf,
    inlines: (block) => rows(block).flatMap(cells),
    words: (block) =>
      rows(block)
        .map((row) => said(cells(row), " "))
        .filter((text) => text !== "")
        .join("\n"),
  };
}

const line = spoken(({ children }: { readonly children: readonly Inline[] }) => [children]);
const captioned = spoken(({ caption }: { readonly caption: readonly Inline[] }) => [caption]);

/** What has one destination. */
const to =
  (kind: ReferenceKind) =>
  ({ destination }: { readonly destination?: Destination }): Destinations => [[kind, destination]];

/** Made from a description of an API: what stands inside is for programs that don't know it. */
const described = { ...container, shown: none, destinations: to("openapi") };

const ANATOMY: { readonly [T in Block["type"]]: Anatomy<BlockOf<T>> } = {
  paragraph: line,
  heading: line,
  list: container,
  listItem: container,
  blockquote: container,
  code: { ...leaf, words: ({ text }) => text },
  math: { ...leaf, words: ({ text }) => text },
  thematicBreak: leaf,
  table: rowed(({ header, rows }) => [header, ...rows]),
  cards: {
    ...rowed(({ cards }) => cards.map(({ cells }) => cells)),
    destinations: ({ cards, others }) => [
      ...cards.flatMap(({ target, cover, coverDark }): Destinations => [
        ["card", target],
        ["cover", cover],
        ["cover", coverDark],
      ]),
      ...others.map((other) => ["link", other] as const),
    ],
  },
  hint: opened,
  tabs: opened,
  tab: { ...opened, words: ({ title }) => title },
  stepper: opened,
  step: opened,
  columns: opened,
  column: opened,
  details: {
    ...opened,
    inlines: ({ summary }) => [summary],
    words: ({ summary }) => said([summary]),
  },
  embed: { ...captioned, destinations: to("embed") },
  contentRef: { ...line, words: () => "", destinations: to("contentRef") },
  file: { ...captioned, destinations: to("file") },
  include: { ...leaf, destinations: to("include") },
  updates: opened,
  update: opened,
  prompt: { ...container, words: ({ description }) => description ?? "" },
  if: opened,
  openapiOperation: { ...described, words: ({ method, path }) => `${method.toUpperCase()} ${path}`.trim() },
  openapiSchemas: { ...described, words: ({ schemas }) => schemas.join(" ") },
  integration: container,
  figure: {
    ...leaf,
    inlines: ({ images }) => images.map(({ caption }) => caption),
    words: ({ images }) => images.map(({ alt, caption }) => `${alt} ${plainText(caption)}`.trim()).join("\n"),
    destinations: ({ images }) =>
      images.flatMap(({ link, dark, destination }): Destinations => [
        ["link", link],
        ["image", dark],
        ["image", destination],
      ]),
  },
  html: {
    ...leaf,
    destinations: ({ destinations }) =>
      destinations.map((one) => [one.attribute === "href" ? "link" : "image", one] as const),
  },
  definition: { ...leaf, destinations: to("link") },
  footnote: container,
};

const anatomyOf = (block: Block): Anatomy<Block> => ANATOMY[block.type] as Anatomy<Block>;

/** The blocks directly inside a block. */
export const childBlocks = (block: Block): Blocks => anatomyOf(block).blocks(block);

/** The child blocks that a reader sees: what stands inside an API block is for programs that don't know it. */
export const shownBlocks = (block: Block): Blocks => anatomyOf(block).shown(block);

/** The inline content that a block has itself, outside its child blocks, in order. */
export const ownInlines = (block: Block): Lines => anatomyOf(block).inlines(block);

/** The words that a block has itself, outside its child blocks. */
export const ownText = (block: Block): string => anatomyOf(block).words(block);

/** The destinations that a block has itself, outside its inline content; undefined where one is not written. */
export const ownDestinations = (block: Block): Destinations => anatomyOf(block).destinations(block);

/** Whether a block's own blocks can be cut apart without harm to it: see `Anatomy`. */
export const isOpenedAndClosed = (block: Block): boolean => anatomyOf(block).isOpenedAndClosed;
