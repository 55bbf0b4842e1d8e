/** What a PDF of a space's content is made of. */
import type { Content } from "../../content/store.ts";
import type { Deps } from "../../deps.ts";
import { getManyFromMap, sliceOfMap } from "../../../engine/mapRead.ts";
import type { ResolvedFile, ResolvedLink } from "../../../engine/markdown/html/context.ts";
import type { FileEntry, Page, ReusableContent, VariableValue } from "../../../engine/page.ts";
import type { Paper } from "../../../engine/print/printed.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import { downloadUrl } from "../../content/download.ts";
import { notFound, tooLarge } from "../../http/errors.ts";
import type { ForeignContent } from "./elsewhere.ts";
import type { OrderedGround, OrderedPage, PdfOrder } from "../../workers/pdf/order.ts";
import { formatDay } from "../../../engine/markdown/html/locale.ts";

/** Bounds of one document: what the typesetter does in seconds. */
export const MOST_PAGES = 3000;
const MOST_CHARACTERS = 8_000_000;
/** Coloured code has ten times as many characters of markup as it has of text; prose has twice as many. */
const MOST_MARKUP = 32_000_000;
const LARGEST_IMAGE = 16 * 1024 * 1024;

/** Which pages are printed: all, one with those below it, or one alone. */
export interface Selection {
  readonly page?: string | undefined;
  readonly only?: boolean | undefined;
}

/** A page that is printed. */
export interface SelectedContent {
  readonly page: Page;
  readonly path: string;
  /** From 0, below the page that was asked for. */
  readonly depth: number;
}

/**
 * The pages in reading order. Hidden ones are printed when they are asked for by name, as is what stands below them.
 * @param isShown whether this reader may see a page: what stands below one that they may not is left out with it
 * @throws 404 without the page, 413 for more than can be printed
 */
export function selectPages(
  tree: readonly PageBranch[],
  { page, only }: Selection,
  isShown: (page: Page) => boolean = () => true,
): SelectedContent[] {
  const start = page === undefined ? tree : branchOf(tree, page, isShown);
  if (start === undefined) throw notFound("The page");
  const found: SelectedContent[] = [];
  const visit = (branches: readonly PageBranch[], depth: number): void => {
    for (const branch of branches) {
      const isAsked = branch.page.id === page;
      if (!isShown(branch.page) || (branch.page.hidden === true && !isAsked)) continue;
      if (branch.page.type !== "link") found.push({ page: branch.page, path: branch.path, depth });
      if (!(only === true && isAsked)) visit(branch.pages, depth + 1);
    }
  };
  visit(start, 0);
  if (found.length > MOST_PAGES)
    throw tooLarge(`A PDF has at most ${MOST_PAGES} pages. Ask for one with the query parameter page.`);
  return found;
}

function branchOf(
  tree: readonly PageBranch[],
  id: string,
  isShown: (page: Page) => boolean,
): readonly PageBranch[] | undefined {
  for (const branch of tree) {
    if (!isShown(branch.page)) continue;
    if (branch.page.id === id) return branch.page.type === "link" ? undefined : [branch];
    const below = branchOf(branch.pages, id, isShown);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** What stands on the cover and in the margins. */
export interface Cover {
  readonly title: string;
  readonly subtitle: string;
  readonly organization: string;
  /** Milliseconds. */
  readonly at: number;
  readonly locale: string;
  readonly paper: Paper;
}

/** The parts of an order that come from its cover. A single page has none. */
export function coverOf(cover: Cover, pages: number) {
  const { title, subtitle, organization, at, locale, paper } = cover;
  const date = formatDay(at, locale);
  return { title, subtitle, organization, date, locale, paper, isBook: pages !== 1 };
}

type PrintSources = Pick<Deps, "content" | "blobs" | "addresses" | "secrets">;

/** A file, and where it is from. */
interface PlacedFile {
  readonly organization: string;
  readonly file: FileEntry;
}

/** Everything that the document of these pages needs, for editors: all that they may read. @throws 413 */
export async function gatherOrder(
  deps: PrintSources,
  {
    space,
    organization,
    root,
    selected,
    cover,
    elsewhere,
  }: {
    space: string;
    organization: string;
    root: string;
    selected: readonly SelectedContent[];
    cover: Cover;
    elsewhere: readonly ForeignContent[];
  },
): Promise<GatheredOrder> {
  const content = deps.content.of(organization);
  const hashes = selected.flatMap(({ page }) => page.body ?? []);
  const texts = await content.bodies(hashes);
  const included = await includedTexts(content, root, texts);
  const all = [...texts.values(), ...Object.values(included)];
  const others = await gatherElsewhere(deps, elsewhere);
  refuseTooMuch([...all, ...others.flatMap((other) => Object.values(other.ground.included))]);
  const files = (await filesIn(content, root, all)).map((file) => ({ space, organization, file }));
  const sources = [...files, ...others.flatMap((other) => other.files)];
  const places = new Map(sources.map(({ space: of, file }) => [file, of]));
  const tree = await content.tree(root);
  const order = {
    ...coverOf(cover, selected.length),
    space,
    pages: selected.map((one) => ordered(one, texts)),
    links: linksOf(tree, {}),
    files: Object.fromEntries(files.map(({ file }) => [file.id, describeFile(deps, space, file)])),
    included,
    variables: await variablesOf(content, root),
    elsewhere: Object.fromEntries(others.map((other) => [other.space, other.ground])),
  };
  const pictures = picturesAmong(sources, (file) => downloadUrl(deps, places.get(file) ?? space, file));
  return { order, pictures };
}

/** What is shown of other spaces, with the files that are named there. */
async function gatherElsewhere(deps: PrintSources, elsewhere: readonly ForeignContent[]) {
  return Promise.all(
    elsewhere.map(async ({ space, organization, root, reusable }) => {
      const content = deps.content.of(organization);
      const contents = await getManyFromMap<ReusableContent>(
        content.nodes,
        (await content.root(root)).reusable,
        reusable,
      );
      const bodies = await content.bodies([...contents.values()].flatMap(({ body }) => body ?? []));
      const included = Object.fromEntries(
        [...contents].map(([id, { body }]) => [id, bodies.get(body ?? "") ?? ""]),
      );
      const files = await filesIn(content, root, Object.values(included));
      const described = Object.fromEntries(files.map((file) => [file.id, describeFile(deps, space, file)]));
      const ground: OrderedGround = {
        included,
        files: described,
        variables: await variablesOf(content, root),
      };
      return { space, ground, files: files.map((file) => ({ space, organization, file })) };
    }),
  );
}

async function variablesOf(content: Content, root: string): Promise<Record<string, VariableValue>> {
  const { variables } = await content.root(root);
  return Object.fromEntries(await sliceOfMap<VariableValue>(content.nodes, variables));
}

/** @throws 413 for more text than can be printed at once */
export function refuseTooMuch(texts: readonly string[]): void {
  refuseLength(texts.reduce((sum, text) => sum + text.length, 0));
}

/**
 * @param characters of text
 * @param markup characters of the same with its markup, where that is what is kept
 * @throws 413 for more than can be printed at once
 */
export function refuseLength(characters: number, markup = 0): void {
  if (characters <= MOST_CHARACTERS && markup <= MOST_MARKUP) return;
  const [most, withMarkup] = [MOST_CHARACTERS, MOST_MARKUP].map((bound) => bound / 1_000_000);
  throw tooLarge(
    `A PDF has at most ${most} million characters, and ${withMarkup} million with their markup. Ask for a page with the query parameter page.`,
  );
}

function ordered({ page, depth }: SelectedContent, texts: ReadonlyMap<string, string>): OrderedPage {
  return {
    title: page.title,
    description: page.description,
    depth,
    isGroup: page.type === "group",
    href: hrefOf(page.id),
    markdown: page.body === undefined ? "" : (texts.get(page.body) ?? ""),
    variables: page.variables,
  };
}

const hrefOf = (page: string): string => `/~page/${page}`;

function linksOf(
  tree: readonly PageBranch[],
  links: Record<string, ResolvedLink>,
): Readonly<Record<string, ResolvedLink>> {
  for (const { page, pages } of tree) {
    const { title, description, emoji } = page;
    links[page.id] = {
      href: hrefOf(page.id),
      title,
      ...(description === undefined ? {} : { description }),
      ...(emoji === undefined ? {} : { emoji }),
    };
    linksOf(pages, links);
  }
  return links;
}

/** The texts of reusable contents, where any page includes one. */
async function includedTexts(
  content: Content,
  root: string,
  texts: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  if (![...texts.values()].some((text) => text.includes("/reusable/"))) return {};
  const contents = await sliceOfMap<ReusableContent>(content.nodes, (await content.root(root)).reusable);
  const bodies = await content.bodies(contents.flatMap(([, { body }]) => body ?? []));
  return Object.fromEntries(contents.map(([id, { body }]) => [id, bodies.get(body ?? "") ?? ""]));
}

/** The files that texts name. */
async function filesIn(content: Content, root: string, texts: readonly string[]): Promise<FileEntry[]> {
  const named = new Set<string>();
  for (const text of texts) for (const [, id = ""] of text.matchAll(/\/files\/([\w-]{1,64})/g)) named.add(id);
  if (named.size === 0) return [];
  const found = await getManyFromMap<FileEntry>(content.nodes, (await content.root(root)).files, [...named]);
  return [...found.values()];
}

function describeFile(deps: PrintSources, space: string, file: FileEntry): ResolvedFile {
  const { name, size, contentType, width, height } = file;
  const pixels = width === undefined || height === undefined ? {} : { width, height };
  return { href: downloadUrl(deps, space, file), name, size, contentType, ...pixels };
}

/** The pictures among files, as far as they may be drawn. @param srcOf the address that pages have for it */
export function picturesAmong(
  files: readonly PlacedFile[],
  srcOf: (file: FileEntry) => string,
): GatheredPicture[] {
  return files
    .filter(({ file }) => file.contentType.startsWith("image/") && file.size <= LARGEST_IMAGE)
    .map(({ organization, file }) => ({ organization, file, src: srcOf(file) }));
}

/** A picture of a document, whose bytes are read when the pages with it are set. */
export interface GatheredPicture extends PlacedFile {
  readonly src: string;
}

/** What a document is made of: its bytes come by and by. */
export interface GatheredOrder {
  readonly order: Omit<PdfOrder, "images">;
  readonly pictures: readonly GatheredPicture[];
}
