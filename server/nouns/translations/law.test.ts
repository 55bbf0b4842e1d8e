/** What is up to date, after whatever people do: the same as somebody finds who compares all pages by hand. */
import { headOf } from "../../content/spaces.fixture.ts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { readPages } from "../../../engine/tree.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** The same cases each time in the normal tier. */
const RUNS = isFull ? { numRuns: 100 } : { numRuns: 5, seed: 20_261_122 };

const world = useWorld();
let admin: Person;
let settings = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  const all = `/orgs/${world().organization}/translations`;
  settings = `${all}/${(await world().post(all, { title: "Manuals", languages: ["de"] }, admin)).body.id}`;
});

/** What a page says: title, description and text. */
type Said = readonly [title: string, description: string, text: string];
type Content = ReadonlyMap<string, Said>;

type Side = "source" | "translation";
type Step =
  | { readonly at: Side; readonly does: "insert"; readonly text: string }
  | { readonly at: Side; readonly does: "update"; readonly page: number; readonly says: Partial<Saying> }
  | { readonly at: Side; readonly does: "delete"; readonly page: number }
  | { readonly does: "confirm"; readonly page: number }
  | { readonly does: "follow" };
interface Saying {
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

const at = fc.constantFrom<Side>("source", "translation");
const page = fc.nat(7);
// Few words, so that pages often come to say what they said before, or what their source says.
const word = fc.constantFrom("One", "Two", "Eins");
const says = fc.record({ title: word, description: word, text: word }, { requiredKeys: [] });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ at, does: fc.constant("update" as const), page, says }) },
  { weight: 1, arbitrary: fc.record({ at, does: fc.constant("insert" as const), text: word }) },
  { weight: 1, arbitrary: fc.record({ at, does: fc.constant("delete" as const), page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("confirm" as const), page }) },
  { weight: 3, arbitrary: fc.constant({ does: "follow" as const }) },
);

const contentOf = async (space: string): Promise<Content> => {
  const { db } = world().deps;
  const content = world().deps.content.of(world().organization);
  const { body } = await world().get(`/spaces/${space}/content/pages`, admin);
  const ids: string[] = body.pages.map(({ id }: { id: string }) => id);
  const root = await content.root((await headOf(db.read, space))?.root ?? "");
  const pages = [...(await readPages(content.nodes, root, ids)).values()];
  const said = pages.map(async ({ id, title, description = "", body: hash }): Promise<[string, Said]> => [
    id,
    [title, description, await content.body(hash)],
  ]);
  return new Map(await Promise.all(said));
};

const same = (a: Said | undefined, b: Said | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One source with its translation, and what is remembered of them by hand. */
class Manual {
  source = "";
  translation = "";
  /** What both said when the translation last followed, and from which words of the source each page was written. */
  #was = { source: new Map() as Content, translation: new Map() as Content };
  readonly #from = new Map<string, Said>();
  #ids: string[] = [];

  static async begin(): Promise<Manual> {
    const manual = new Manual();
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, admin);
    manual.source = made.body.id;
    for (const text of ["One", "Two", "One"]) await manual.#insert("source", text);
    const begun = await world().post(`${settings}/spaces`, { source: manual.source, language: "de" }, admin);
    manual.translation = begun.body.space;
    await world().runJobs();
    manual.#was = {
      source: await contentOf(manual.source),
      translation: await contentOf(manual.translation),
    };
    return manual;
  }

  async take(did: Step): Promise<void> {
    switch (did.does) {
      case "insert":
        return this.#insert(did.at, did.text);
      case "follow":
        return this.follow();
      default: {
        const id = this.#ids[did.page % this.#ids.length] as string;
        if (did.does === "confirm") return this.#confirm(id);
        const { at: side } = did;
        if (!(await contentOf(this[side])).has(id)) return;
        if (did.does === "delete") return this.#write(side, { operation: "delete_page", page: id });
        const { text, ...fields } = did.says;
        const document = text === undefined ? {} : { document: { markdown: text } };
        return this.#write(side, { operation: "update_page", page: id, ...fields, ...document });
      }
    }
  }

  async #write(side: Side, change: object): Promise<void> {
    const { status } = await world().post(`/spaces/${this[side]}/content`, { changes: [change] }, admin);
    expect(status).toBe(200);
  }

  async #insert(side: Side, text: string): Promise<void> {
    const before = await contentOf(this[side]);
    await this.#write(side, { operation: "insert_page", title: text, document: { markdown: text } });
    this.#ids.push(...[...(await contentOf(this[side])).keys()].filter((id) => !before.has(id)));
  }

  /** Counts for what the translation has followed so far. */
  async #confirm(id: string): Promise<void> {
    const { source, translation } = this.#was;
    const path = `/spaces/${this.translation}/translation/pages`;
    const { status } = await world().post(path, { pages: [id] }, admin);
    const said = source.get(id);
    const isThere = said !== undefined && translation.has(id);
    expect(status).toBe(isThere ? 204 : 400);
    if (isThere) this.#from.set(id, said);
  }

  async follow(): Promise<void> {
    const written = await contentOf(this.translation);
    for (const id of this.#ids) this.#remember(id, written.get(id));
    const { source: before } = this.#was;
    await world().runJobs();
    const [source, translation] = [await contentOf(this.source), await contentOf(this.translation)];
    for (const id of this.#ids) {
      expect(translation.get(id)).toEqual(followed(before.get(id), written.get(id), source.get(id)));
      if (!translation.has(id)) this.#from.delete(id);
    }
    this.#was = { source, translation };
    const { body } = await world().get(`/spaces/${this.translation}/translation/pages?limit=1000`, admin);
    const told = body.items.map(({ page: id, status }: Record<string, string>) => [id, status]);
    const found = this.#ids.map((id) => [id, this.#status(id)]).filter(([, status]) => status !== undefined);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(found));
  }

  /** Whoever changes what a page says has translated what the source said, unless it now says the same. */
  #remember(id: string, now: Said | undefined): void {
    if (same(now, this.#was.translation.get(id))) return;
    const said = this.#was.source.get(id);
    if (now === undefined || said === undefined || same(now, said)) this.#from.delete(id);
    else this.#from.set(id, said);
  }

  #status(id: string): string | undefined {
    const [source, translation] = [this.#was.source.get(id), this.#was.translation.get(id)];
    if (source === undefined) return translation === undefined ? undefined : "extra";
    const from = this.#from.get(id);
    if (translation === undefined || from === undefined) return "missing";
    return same(from, source) ? "current" : "outdated";
  }
}

/** What a page of the translation says after the source went from `before` to `after`: each field that was the same follows. */
function followed(
  before: Said | undefined,
  here: Said | undefined,
  after: Said | undefined,
): Said | undefined {
  if (same(before, after)) return here;
  if (before === undefined) return here ?? after;
  if (after === undefined) return same(before, here) ? undefined : here;
  // A page that the translation deleted comes back with what the source changes in it.
  if (here === undefined) return after;
  const field = (at: 0 | 1 | 2): string => (here[at] === before[at] ? after[at] : here[at]);
  return [field(0), field(1), field(2)];
}

test(
  "statuses are those of comparing all pages by hand",
  { timeout: isFull ? 600_000 : 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const manual = await Manual.begin();
        for (const one of steps) await manual.take(one);
        await manual.follow();
      }),
      { ...RUNS, endOnFailure: true },
    );
  },
);
