/** Asks a script for the pages of a content source and for their texts. */
import { type ContentSource, writtenSource } from "../../../engine/contentSource.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { numberedSlug } from "../../../engine/slug.ts";
import { sourcePageId } from "../../content/computed/contentSources.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { answeredJson } from "../installations/answeredJson.ts";
import { askScript } from "../installations/ask.ts";
import { GatheredNotes } from "../installations/noteAsked.ts";
import type { InstallationKey } from "../installations/queries.ts";
import {
  type AnsweredPage,
  type AnsweredText,
  Misfit,
  PageCount,
  pagesAnswered,
  textAnswered,
} from "./answer.ts";

/** Bytes of an answer, and of all texts of a source. */
const LARGEST = 1024 * 1024;
const LARGEST_IN_ALL = 4 * LARGEST;
/** Lists and objects within each other: in a list of lists of blocks each takes several. */
const DEEPEST_TEXT = 200;
/** Sources whose pages are sources. */
const MOST_LEVELS = 3;
/** Milliseconds for all that one source is asked. */
const PATIENCE_MS = 120_000;

/** Who is asked, and for which space. */
export interface SourcePlace {
  readonly integration: Row<"integrations">;
  readonly installation: InstallationKey;
  readonly space: string;
  /** What dependencies came to. @param of by their names in the source */
  readonly resolve: (of: ContentSource["dependencies"]) => Promise<JsonObject>;
}

/** A page as it came, with its text. */
export interface AskedPage extends Omit<AnsweredPage, "id" | "type" | "source" | "pages"> {
  readonly type: "document" | "group" | "link";
  readonly id: string;
  readonly computed?: JsonObject;
  readonly text?: AnsweredText;
  readonly pages: readonly AskedPage[];
}

export interface AskedPages {
  readonly pages: readonly AskedPage[];
  /** The ids of pages by those that the script gave them. */
  readonly ids: ReadonlyMap<string, string>;
  readonly count: number;
}

/**
 * All pages of a source with their texts.
 * @param seed what their ids are made from
 * @throws ScriptFailure; Misfit for an answer that can't be taken
 */
export async function askSource(
  deps: Deps,
  place: SourcePlace,
  source: ContentSource,
  { seed, signal }: { readonly seed: string; readonly signal: AbortSignal },
): Promise<AskedPages> {
  const asking = new Asking(deps, place, seed, signal);
  try {
    const pages = await asking.pagesOf(source, "", 1);
    return { pages, ids: asking.ids, count: asking.count };
  } finally {
    // Hundreds of questions, and one entry of the log. Nobody waits for what the script goes on with.
    void asking.notes.note(deps, placeOf(place));
  }
}

const placeOf = ({ installation, space }: SourcePlace) => ({ installation, space, depth: 1 });

class Asking {
  readonly notes = new GatheredNotes();
  readonly ids = new Map<string, string>();
  readonly #deps: Deps;
  readonly #place: SourcePlace;
  readonly #seed: string;
  readonly #signal: AbortSignal;
  readonly #pages = new PageCount();
  /** By its source: pages of the same have the same text. */
  readonly #texts = new Map<string, AnsweredText>();
  readonly #until: number;
  #bytes = 0;

  constructor(deps: Deps, place: SourcePlace, seed: string, signal: AbortSignal) {
    this.#deps = deps;
    this.#place = place;
    this.#seed = seed;
    this.#signal = signal;
    this.#until = performance.now() + PATIENCE_MS;
  }

  get count(): number {
    return this.#pages.count;
  }

  /** @param above what names what these pages stand below */
  async pagesOf(source: ContentSource, above: string, level: number): Promise<AskedPage[]> {
    if (level > MOST_LEVELS)
      throw new Misfit(`Sources name sources more than ${MOST_LEVELS} deep. Answer their pages themselves.`);
    const asked = await this.#ask("content_compute_revision", source);
    const pages = asked.read((answer) => pagesAnswered(answer, source.integration, this.#pages));
    return this.#placeAll(pages, above, level);
  }

  async #placeAll(pages: readonly AnsweredPage[], above: string, level: number): Promise<AskedPage[]> {
    const placed: AskedPage[] = [];
    const taken = new Set<string>();
    for (const page of pages) {
      const { type, source } = page;
      if (type === "computed") {
        const inside = source ? await this.pagesOf(source, `${above}/${page.slug}/`, level + 1) : [];
        for (const one of inside) placed.push({ ...one, slug: free(one.slug, taken) });
        continue;
      }
      const slug = free(page.slug, taken);
      placed.push(await this.#placeOne({ ...page, type, slug }, page.id ?? `${above}/${slug}`, level));
    }
    return placed;
  }

  async #placeOne(
    { id: given, source, pages, ...page }: AnsweredPage & { readonly type: AskedPage["type"] },
    name: string,
    level: number,
  ): Promise<AskedPage> {
    const id = this.#idOf(given, name);
    const text = source && (await this.#textOf(source));
    return {
      ...page,
      id,
      ...(source === undefined ? {} : { computed: writtenSource(source) }),
      ...(text === undefined ? {} : { text }),
      pages: await this.#placeAll(pages, name, level),
    };
  }

  /** @throws Misfit where two pages have the same */
  #idOf(given: string | undefined, name: string): string {
    const id = sourcePageId(this.#seed, given === undefined ? `at ${name}` : `id ${given}`);
    const known = given ?? `at ${name}`;
    if (this.ids.has(known)) throw new Misfit(`Two pages have the id ${given ?? name}. Give each its own.`);
    this.ids.set(known, id);
    return id;
  }

  async #textOf(source: ContentSource): Promise<AnsweredText> {
    const key = JSON.stringify(writtenSource(source));
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const asked = await this.#ask("content_compute_document", source, DEEPEST_TEXT);
    this.#bytes += asked.size;
    const text = asked.read((answer) => {
      if (this.#bytes <= LARGEST_IN_ALL) return textAnswered(answer);
      throw new Misfit(
        `Its texts are larger than ${LARGEST_IN_ALL / LARGEST} MB together. Make fewer pages.`,
      );
    });
    this.#texts.set(key, text);
    return text;
  }

  async #ask(type: string, { source, props, dependencies }: ContentSource, deepest?: number) {
    this.#signal.throwIfAborted();
    if (performance.now() > this.#until)
      throw new Misfit(
        `The script took longer than ${PATIENCE_MS / 1000} seconds for all pages. Have it answer sooner, or make fewer.`,
      );
    const { integration, installation, space, resolve } = this.#place;
    const { notes } = this;
    const about = { installationId: installation.id, spaceId: space, sourceId: source };
    const event = { type, ...about, props, dependencies: await resolve(dependencies) };
    // What people write is theirs: the log has which source was asked.
    const question = { event, noted: { ...about, props: {}, dependencies: {} }, notes };
    const begun = this.#deps.clock.now();
    const { status, body, hide } = await askScript(this.#deps, integration, question, placeOf(this.#place));
    /** What is read of the answer; a misfit is in the log of the installation. */
    const read = <T>(reader: (answer: unknown) => T): T => {
      try {
        if (status !== 200)
          throw new Misfit(`The script answered ${type} with ${status}. Answer it with 200.`);
        const answer = answeredJson(body, LARGEST, deepest);
        if (answer === undefined)
          throw new Misfit(
            `The answer to ${type} is no JSON, larger than ${LARGEST / 1024} kB, or has lists in lists too deep. Answer JSON within that.`,
          );
        return reader(answer);
      } catch (error) {
        if (error instanceof Misfit)
          notes.add(question, { begun, status, error: hide(error.message), lines: [] });
        throw error;
      }
    };
    return { read, size: body.length };
  }
}

/** A slug that no other page beside it has. */
function free(wanted: string, taken: Set<string>): string {
  let slug = wanted;
  for (let number = 1; taken.has(slug); number++) slug = numberedSlug(wanted, number);
  taken.add(slug);
  return slug;
}
