/** When a page that is written is sent, what with, and what follows from each answer. */
import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  Conflict,
  Forbidden,
  InvalidInput,
  RateLimited,
  ServerFault,
  Unauthenticated,
  Unreachable,
} from "../../../sdk/src/index.ts";
import type { PendingWrite } from "../../api/drafts.ts";
import { open as openBody } from "../../editor/load.ts";
import { confirm, pull, savedSource, shownSource } from "../../editor/page.ts";
import { pageState } from "../../editor/pageState.ts";
import { schema } from "../../editor/schema.ts";
import { PageSaving } from "./saving.ts";
import type { DraftContent, ShownText, StoredPage } from "./savingPorts.ts";

const { nodes } = schema;

/** A page in the editor. */
function editing(source: string): EditorState {
  const { doc, origins } = openBody(source);
  return EditorState.create({ doc, plugins: [pageState(source, origins)] });
}

const FIELDS = {
  title: "T",
  linkTitle: "",
  description: "",
  slug: "t",
  emoji: "",
  icon: "",
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
  condition: "",
  cover: null,
  layout: null,
  tags: [],
};

/** A text on a screen: what was typed, and how often it was told what others wrote. */
class Shown {
  text: string;
  base: string;
  readonly pulled: string[] = [];
  conflicts = 0;
  /** Words of a block that no text can say. */
  unsaid = "";

  constructor(text: string) {
    this.text = text;
    this.base = text;
  }

  shown = async () => ({ source: this.text + this.unsaid, refused: this.unsaid === "" ? [] : [0] });
  saved = async () => ({ ...(await this.shown()), source: this.text });
  confirm = async (stored: string): Promise<void> => void (this.base = stored);
  pull = async (theirs: string): Promise<void> => {
    this.pulled.push(theirs);
    if (this.text === this.base) this.text = theirs;
    this.base = theirs;
  };
  openConflicts = () => this.conflicts;
}

/** A server that answers as it is told, in turn: an error, or what a write answers. */
let answers: (Error | { documentId: string; markdown?: string })[];
let stored: StoredPage;
let sent: PendingWrite[];
let kept: (DraftContent | undefined)[];
let text: Shown;

beforeEach(() => {
  answers = [];
  sent = [];
  kept = [];
  stored = { documentId: "1", markdown: "A", fields: FIELDS };
  text = new Shown("A");
});

function open(draft?: DraftContent, shown: ShownText = text): PageSaving {
  return new PageSaving({ stored, draft }, shown, {
    write: async (write) => {
      sent.push(write);
      const answer = answers.shift() ?? { documentId: String(sent.length + 1) };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    read: async () => stored,
    keep: async (content) => void kept.push(content),
    stored: () => undefined,
  });
}

const fault = (type: string, details: readonly object[] = []) => ({
  body: { error: { message: "No.", type, details } },
});

describe("a page that is written", () => {
  test("sends nothing while nothing was changed", async () => {
    const saving = open();
    await saving.save();
    expect([sent, saving.view().state.name]).toEqual([[], "saved"]);
  });

  test("sends what was changed with what it was made on, and then on what was stored", async () => {
    const saving = open();
    text.text = "AB";
    saving.setField("title", "New");
    await saving.save();
    text.text = "ABC";
    await saving.save();
    expect(sent.map(({ change }) => change)).toEqual([
      { document: { markdown: "AB", base: "1" }, fields: { title: "New" }, was: { title: "T" } },
      { document: { markdown: "ABC", base: "2" }, fields: {}, was: {} },
    ]);
    expect([saving.view().state.name, kept.at(-1)]).toEqual(["saved", undefined]);
  });

  test("is not saved while a block can't be said, whose words are kept and given back", async () => {
    const saving = open();
    text.unsaid = " words";
    await saving.save();
    expect([saving.view().state.name, saving.isClean(), sent]).toEqual(["unsaid", false, []]);
    expect(kept.at(-1)).toMatchObject({ mine: "A words", unsaid: true, base: { markdown: "A" } });
    // All else is saved.
    text.text = "AB";
    await saving.save();
    expect([saving.view().state.name, sent.at(-1)?.change.document?.markdown]).toEqual(["unsaid", "AB"]);
    expect(await saving.close()).toBe(false);
    const draft = kept.at(-1)!;
    expect(draft).toMatchObject({ mine: "AB words", unsaid: true, base: { markdown: "AB" }, pending: null });

    stored = { documentId: "2", markdown: "AB", fields: FIELDS };
    text = new Shown(draft.mine);
    text.base = "AB";
    const later = open(draft);
    await later.save();
    expect([later.view().state.name, sent.at(-1)?.change.document?.markdown]).toEqual(["saved", "AB words"]);
    expect(kept.at(-1)).toBeUndefined();
  });

  test("has a block that can't be said stand while others save, and sends no word of it", async () => {
    const list = (depth: number): Node =>
      nodes.list.create(null, [
        nodes.listItem.create(null, [
          nodes.paragraph.create(null, schema.text("deep")),
          ...(depth > 1 ? [list(depth - 1)] : []),
        ]),
      ]);
    let state = editing("A\n\nB\n");
    state = state.apply(state.tr.insert(3, list(80)));
    const real = {
      shown: async () => shownSource(state),
      saved: async () => savedSource(state),
      confirm: async (markdown: string) => void (state = state.apply(confirm(state, markdown))),
      pull: async (theirs: string) => void (state = state.apply(pull(state, theirs))),
      openConflicts: () => 0,
    };
    stored = { documentId: "1", markdown: "A\n\nB\n", fields: FIELDS };
    const saving = open(undefined, real);
    await saving.save();
    const isThere = (): boolean => state.doc.child(1).eq(list(80));
    stored = { ...stored, documentId: "2", markdown: "A\n\nB by Ben\n" };
    await saving.refresh();
    expect([saving.view().state.name, sent, isThere()]).toEqual(["unsaid", [], true]);
    // What the server makes of one's own save is taken in like that, too.
    state = state.apply(state.tr.insertText("!", 2));
    answers = [{ documentId: "3", markdown: "A!\n\nB by both\n" }];
    await saving.save();
    expect([saving.view().state.name, sent.map(({ change }) => change.document), isThere()]).toEqual([
      "unsaid",
      [{ markdown: "A!\n\nB by Ben\n", base: "2" }],
      true,
    ]);
    expect(state.doc.child(2).textContent).toBe("B by both");
    expect(kept.at(-1)).toMatchObject({ unsaid: true, base: { documentId: "3" } });
  });

  test("keeps what is half typed into a field, also over a crash, and sends it only once the field is left", async () => {
    vi.useFakeTimers();
    const saving = open();
    saving.hold("slug", "ne");
    saving.hold("slug", "new");
    await vi.advanceTimersByTimeAsync(300);
    const draft = kept.at(-1);
    expect([draft?.fields, draft?.was, draft?.held, sent]).toEqual([{}, {}, { slug: "new" }, []]);
    await saving.save();
    expect(sent).toEqual([]);
    // Taken back it is nothing.
    saving.hold("slug", "t");
    await vi.advanceTimersByTimeAsync(300);
    expect(kept.at(-1)).toBeUndefined();
    saving.hold("slug", "newer");
    saving.setField("slug", "newest");
    await saving.save();
    expect([sent.at(-1)?.change.fields, kept.at(-1)]).toEqual([{ slug: "newest" }, undefined]);
    vi.useRealTimers();

    const before = sent.length;
    const later = open(draft);
    await later.save();
    expect([sent.length, later.view().state.name, later.heldText("slug")]).toEqual([before, "saved", "new"]);
    expect(later.view().fields.slug).toBe("t");
    expect(kept.at(-1)).toMatchObject({ fields: {}, held: { slug: "new" } });
    await later.close();
    expect([sent.length, kept.at(-1)?.held]).toEqual([before, { slug: "new" }]);

    const left = open(draft);
    left.setField("slug", "new");
    await left.save();
    expect([sent.at(-1)?.change.fields, kept.at(-1)]).toEqual([{ slug: "new" }, undefined]);
  });

  test("takes what is typed back to what is stored for nothing half typed, whatever blanks stand around it", async () => {
    vi.useFakeTimers();
    stored = { ...stored, fields: { ...FIELDS, linkTitle: "Short " } };
    const saving = open();
    for (const typed of ["Shorter", "Short"]) {
      saving.hold("linkTitle", typed);
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(kept.map((draft) => draft?.held)).toEqual([{ linkTitle: "Shorter" }, undefined]);
    vi.useRealTimers();
  });

  test("keeps what is half typed into a field while another one is changed and sent", async () => {
    const saving = open();
    saving.hold("condition", "visitor.claims.paid");
    saving.setField("title", "New");
    await saving.save();
    expect([sent.map(({ change }) => change.fields), kept.at(-1)?.held]).toEqual([
      [{ title: "New" }],
      { condition: "visitor.claims.paid" },
    ]);
    // Others have made the same of it: nothing is half of it any more.
    stored = { ...stored, fields: { ...FIELDS, title: "New", condition: "visitor.claims.paid" } };
    await saving.refresh();
    await saving.save();
    expect([sent.length, kept.at(-1)]).toEqual([1, undefined]);
  });

  test("that is handed over keeps what is not stored yet, and nothing from then on", async () => {
    const saving = open();
    text.text = "AB";
    answers = [new Unreachable(0, "Off.")];
    await saving.handOver();
    expect(kept.at(-1)?.mine).toBe("AB");
    const before = kept.length;
    text.text = "ABC";
    await saving.save();
    expect([sent.at(-1)?.change.document?.markdown, kept.length]).toEqual(["ABC", before]);
    await saving.abandon();
  });

  test("keeps what was typed before it sends it", async () => {
    const saving = open();
    text.text = "AB";
    answers = [new Unreachable(0, "Off.")];
    await saving.save();
    expect(kept[0]).toMatchObject({ mine: "AB", base: { documentId: "1" }, pending: { key: sent[0]?.key } });
    expect(saving.view().state.name).toBe("offline");
    saving.abandon();
  });

  test("sends what has no answer again as it was, before what was typed since", async () => {
    const saving = open();
    text.text = "AB";
    answers = [new Unreachable(0, "Off.")];
    await saving.save();
    text.text = "ABC";
    await saving.save();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toMatchObject({ change: { document: { markdown: "ABC", base: "3" } } });
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  test("waits with what a part of the program is missing for", async () => {
    const saving = open();
    text.text = "AB";
    text.saved = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /x.js"));
    await saving.save();
    expect(saving.view().state.name).toBe("waiting");
    saving.abandon();
  });

  test("takes in what the server made of it", async () => {
    const saving = open();
    text.text = "AB";
    answers = [{ documentId: "9", markdown: "AB by both" }];
    await saving.save();
    expect([text.text, text.base, saving.view().state.name]).toEqual(["AB by both", "AB by both", "saved"]);
  });

  test("reads the page again where somebody else was faster, and sends on that", async () => {
    const saving = open();
    text.text = "AB";
    answers = [new Conflict(409, "No.", fault("content-conflict"))];
    stored = { documentId: "7", markdown: "X", fields: FIELDS };
    await saving.save();
    expect(text.pulled).toEqual(["X"]);
    expect(sent[1]?.change.document?.base).toBe("7");
  });

  test("reads the page again after a write that was made, whose answer is too long to be given twice", async () => {
    const saving = open();
    text.text = "AB";
    answers = [new Unreachable(0, "Off."), new Conflict(409, "No.", fault("answer-not-kept"))];
    stored = { documentId: "2", markdown: "AB", fields: FIELDS };
    await saving.save();
    await saving.save();
    expect([sent.length, text.base, saving.view().state.name]).toEqual([2, "AB", "saved"]);
    saving.abandon();
  });

  test("says of a field that both changed what they made of it, sends it when it is decided", async () => {
    const saving = open();
    saving.setField("title", "Mine");
    answers = [new Conflict(409, "No.", fault("content-conflict"))];
    stored = { ...stored, fields: { ...FIELDS, title: "Theirs" } };
    await saving.save();
    expect(saving.view()).toMatchObject({ state: { name: "conflict" }, disputed: { title: "Theirs" } });
    saving.settleField("title", "ours");
    await saving.save();
    expect(sent.at(-1)?.change).toEqual({ fields: { title: "Mine" }, was: { title: "Theirs" } });
    expect(saving.view()).toMatchObject({ state: { name: "saved" }, disputed: {} });
  });

  test("leaves out a field that is refused, says why, and saves the rest", async () => {
    const saving = open();
    text.text = "AB";
    saving.setField("title", "");
    answers = [
      new InvalidInput(400, "No.", fault("invalid", [{ path: "/changes/0/title", message: "is empty" }])),
    ];
    await saving.save();
    expect(sent[1]?.change).toEqual({ document: { markdown: "AB", base: "1" }, fields: {}, was: {} });
    expect(saving.view()).toMatchObject({ state: { name: "refused" }, faults: { title: "is empty" } });
  });

  test("leaves out an address that another page has, and saves the rest", async () => {
    const saving = open();
    text.text = "AB";
    saving.setField("slug", "theirs");
    answers = [
      new Conflict(409, "No.", fault("slug-taken", [{ path: "/changes/0/slug", message: "is taken" }])),
    ];
    await saving.save();
    expect(sent[1]?.change).toEqual({ document: { markdown: "AB", base: "1" }, fields: {}, was: {} });
    expect(saving.view()).toMatchObject({ state: { name: "refused" }, faults: { slug: "is taken" } });
  });

  test("sends a refused field again when somebody asks for it", async () => {
    const saving = open();
    saving.setField("slug", "theirs");
    answers = [
      new Conflict(409, "No.", fault("slug-taken", [{ path: "/changes/0/slug", message: "is taken" }])),
    ];
    await saving.save();
    await saving.save();
    expect(sent.length).toBe(1);
    await saving.retry();
    expect(sent[1]?.change.fields).toEqual({ slug: "theirs" });
    expect(saving.view()).toMatchObject({ state: { name: "saved" }, faults: {} });
  });

  test("sends a field that was mended before the answer said that it is wrong", async () => {
    const saving = open();
    saving.setField("condition", "a ==");
    answers = [
      new InvalidInput(400, "No.", fault("invalid", [{ path: "/changes/0/condition", message: "ends" }])),
    ];
    const stop = saving.subscribe(() => {
      stop();
      saving.setField("condition", "a == 1");
    });
    await saving.save();
    expect(sent[0]?.change.fields).toEqual({ condition: "a ==" });
    expect(sent[1]?.change.fields).toEqual({ condition: "a == 1" });
    expect(saving.view()).toMatchObject({ state: { name: "saved" }, faults: {} });
  });

  test.each([
    [RateLimited, 429],
    [ServerFault, 503],
  ])("waits as long as the server asks for: %o, %i", async (Refused, status) => {
    answers = [new Refused(status, "Wait.", { retryAfter: 7 })];
    const saving = open();
    text.text = "AB";
    const before = Date.now();
    await saving.save();
    const { state } = saving.view();
    if (state.name !== "waiting") throw new Error(`it is ${state.name}`);
    expect(state.again).toBeGreaterThanOrEqual(before + 7_000);
    expect(state.again).toBeLessThanOrEqual(Date.now() + 7_000);
    await saving.save();
    expect([sent.map(({ key }) => key), saving.view().state.name]).toEqual([
      [sent[0]?.key, sent[0]?.key],
      "saved",
    ]);
  });

  test("asks nobody while nobody is signed in", async () => {
    const saving = open();
    text.text = "AB";
    answers = [new Unauthenticated(401, "No.")];
    await saving.save();
    await saving.save();
    expect([sent.length, saving.view().state.name]).toEqual([1, "signed-out"]);
    await saving.resume();
    expect([sent[1], saving.view().state.name]).toEqual([sent[0], "saved"]);
  });

  test("keeps what a right that was taken away refuses, and saves it when it may", async () => {
    const saving = open();
    text.text = "AB";
    answers = [new Forbidden(403, "No.", fault("forbidden"))];
    await saving.save();
    expect([saving.view().state.name, kept.at(-1)?.mine]).toEqual(["refused", "AB"]);
    await saving.save();
    expect(saving.view().state.name).toBe("saved");
  });
});

describe("a page that is given up", () => {
  test("is kept no more, though it was being sent", async () => {
    let answer: (() => void) | undefined;
    const told: StoredPage[] = [];
    const saving = new PageSaving({ stored }, text, {
      write: () => new Promise((done) => (answer = () => done({ documentId: "2" }))),
      read: async () => stored,
      keep: async (content) => void kept.push(content),
      stored: (page) => void told.push(page),
    });
    text.text = "AB";
    const saved = saving.save();
    await expect.poll(() => answer).toBeDefined();
    await saving.abandon();
    answer?.();
    await saved;
    expect([kept.at(-1), told]).toEqual([undefined, []]);
  });

  test("is kept no more, though it was being kept", async () => {
    const written: string[] = [];
    let go: (() => void) | undefined;
    const saving = new PageSaving({ stored }, text, {
      write: async () => ({}),
      read: async () => stored,
      keep: async (content) => {
        if (content !== undefined) await new Promise<void>((done) => (go = done));
        written.push(content?.mine ?? "nothing");
      },
      stored: () => undefined,
    });
    text.text = "AB";
    void saving.save();
    await expect.poll(() => go).toBeDefined();
    const gone = saving.abandon();
    go?.();
    await gone;
    expect(written).toEqual(["AB", "nothing"]);
  });
});

describe("what was kept of an earlier time", () => {
  const pending = (base: string): PendingWrite => ({
    key: "k",
    change: { document: { markdown: "AB", base }, fields: {}, was: {} },
  });
  const draft = (write: PendingWrite | null): DraftContent => ({
    base: { documentId: "1", markdown: "A" },
    mine: "ABC",
    title: "T",
    fields: {},
    was: {},
    pending: write,
  });

  test("goes on where it was: what had no answer first, then the rest", async () => {
    text = new Shown("A");
    text.text = "ABC";
    stored = { documentId: "2", markdown: "AB", fields: FIELDS };
    const saving = open(draft(pending("1")));
    await saving.save();
    expect(sent.map(({ change }) => change.document)).toEqual([
      { markdown: "AB", base: "1" },
      { markdown: "ABC", base: "2" },
    ]);
    expect([sent[0]?.key, text.pulled, saving.view().state.name]).toEqual(["k", [], "saved"]);
  });

  test("finds a conflict again that was open then, by what both came from", async () => {
    text = new Shown("A");
    text.text = "ABC";
    stored = { documentId: "9", markdown: "X", fields: FIELDS };
    const saving = open(draft(pending("8")));
    await saving.save();
    expect([sent[0]?.key, text.pulled]).toEqual(["k", ["X"]]);
    expect(sent[1]?.change.document?.base).toBe("9");
  });
});
