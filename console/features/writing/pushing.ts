/** Texts that the browser kept of an earlier time are sent without being opened. What is refused stays where it is. */
import { LecternError, NotFound } from "../../../sdk/src/index.ts";
import { draftOf, draftsOf, forgetDraft, keepDraft, type TextDraft } from "../../api/drafts.ts";
import { newKey } from "../../api/newKey.ts";
import { keptWords } from "../../words/kept.ts";
import { writingWords } from "../../words/writing.ts";
import { WritingPlace } from "./destination.ts";
import { type EditedFields, halvesOf } from "./fields.ts";
import { hold } from "./hold.ts";
import { keptText } from "./keptText.ts";
import { nameOf, openSaving, type WrittenPlace, storedOf } from "./openSaving.ts";

/**
 * What became of one: `saved`; `open` in another tab, which saves it; `waiting` for a network, the server or a sign-in;
 * `gone` is its page, or all that may be seen of it; `contested` is what somebody else changed too, or what is half typed,
 * until it is decided on the page; `refused` as it is.
 */
export type PushResult =
  | { readonly name: "saved"; readonly number: string | undefined }
  | { readonly name: "open" }
  | { readonly name: "waiting" | "gone" | "contested" | "refused"; readonly text: string };

/**
 * Sends the pages that are kept of somebody, one after the other, but for what was refused as it is: that is sent once it is
 * another, or when somebody asks for it. Gives how many are stored now.
 * @param user the id of who is signed in @param isShown whether one is on the screen, where it is saved by itself
 */
export async function pushAll(user: string, isShown: (draft: TextDraft) => boolean): Promise<number> {
  const left = (await draftsOf(user)).filter((one) => one.of === "page" && !isShown(one));
  let saved = 0;
  for (const draft of left) {
    if (refused.get(nameOf(placeOf(draft))) === typedIn(draft)) continue;
    const result = await pushDraft(draft);
    if (result.name === "saved") saved++;
    // What nobody can take now is not asked of each.
    if (result.name === "waiting") break;
  }
  return saved;
}

/** What was typed where and is refused, by the names of the places, as long as the program runs. */
const refused = new Map<string, string>();

const typedIn = ({ mine, fields, held, unsaid, proposal }: TextDraft): string =>
  JSON.stringify([mine, fields, held, unsaid, proposal]);

const underWay = new Map<string, Promise<PushResult>>();

/** Sends one; who asks for one that is being sent is told the same. */
export function pushDraft(draft: TextDraft): Promise<PushResult> {
  const name = nameOf(placeOf(draft));
  const sending =
    underWay.get(name) ??
    whileHeld(draft, async (now) => {
      refused.delete(name);
      const result = await push(now).catch((error: Error) => resultOf(error));
      if (result.name === "refused") refused.set(name, typedIn((await draftOf(now)) ?? now));
      return result;
    }).finally(() => underWay.delete(name));
  underWay.set(name, sending);
  return sending;
}

/**
 * Sends one into a change request of its own, which is made for it. What is kept of the same page in the space itself
 * stays: it is saved first.
 */
export async function proposeDraft(draft: TextDraft): Promise<PushResult> {
  const names = [draft, { ...draft, change: "" }].map((one) => nameOf(placeOf(one)));
  // This tab may be sending one of them, which is no other tab's doing.
  for (let one = sendingOf(names); one !== undefined; one = sendingOf(names))
    await one.catch(() => undefined);
  const proposing = proposeHeld(draft).finally(() => {
    for (const name of names) underWay.delete(name);
  });
  for (const name of names) underWay.set(name, proposing);
  return proposing;
}

const sendingOf = (names: readonly string[]): Promise<PushResult> | undefined =>
  names.map((name) => underWay.get(name)).find((sending) => sending !== undefined);

const proposeHeld = (draft: TextDraft): Promise<PushResult> =>
  whileHeld(draft, async (now) => {
    const proposed: TextDraft = { ...now, change: "", proposal: newKey(), pending: null };
    const propose = async (): Promise<PushResult> => {
      await keepDraft(proposed);
      if (now.change !== "") await forgetDraft(now);
      return push(proposed);
    };
    if (now.change === "") return propose();
    return heldPlace(placeOf(proposed), async () =>
      (await draftOf(proposed)) === undefined ? propose() : { name: "refused", text: keptWords.keptInSpace },
    );
  });

const placeOf = ({ user, space, change, id: page }: TextDraft): WrittenPlace => ({
  user,
  space,
  number: change === "" ? undefined : change,
  page,
});

/** Does something with what is kept of a page, as long as no other tab has that. */
const whileHeld = (draft: TextDraft, act: (now: TextDraft) => Promise<PushResult>): Promise<PushResult> =>
  heldPlace(placeOf(draft), async () => {
    // Another tab may have sent it while this one waited for its turn.
    const now = await draftOf(draft);
    return now === undefined ? { name: "saved", number: placeOf(draft).number } : act(now);
  });

async function heldPlace(place: WrittenPlace, act: () => Promise<PushResult>): Promise<PushResult> {
  const held = await hold(nameOf(place), "asks", () => undefined);
  if (held === undefined) return { name: "open" };
  try {
    return await act();
  } catch (error) {
    return resultOf(error as Error);
  } finally {
    held.release();
  }
}

async function push(draft: TextDraft): Promise<PushResult> {
  const place = placeOf(draft);
  const { space, number, page } = place;
  const destination = new WritingPlace({ space, number, proposal: draft.proposal, title: () => draft.title });
  const stored = storedOf(await destination.read(page));
  const half: PushResult = { name: "contested", text: keptWords.half };
  if (isHalfAlone(draft, stored.fields)) return half;
  if (draft.unsaid === true) return { name: "contested", text: writingWords.unsaidKept };
  const text = keptText(draft.mine, draft.base.markdown);
  const saving = openSaving({ place, destination, stored, draft, text });
  // What was half typed may be what is stored by now, and is kept no more then.
  if (await saving.close()) return saving.isHalf() ? half : { name: "saved", number: destination.number };
  const { state } = saving.view();
  const isRefused = "error" in state && text.openConflicts() === 0;
  return isRefused ? resultOf(state.error) : { name: "contested", text: keptWords.bothChanged };
}

/** Whether all the rest is stored: there is nothing to send. */
const isHalfAlone = ({ held = {}, fields, pending, mine, base }: TextDraft, stored: EditedFields): boolean =>
  Object.keys(halvesOf(held, stored)).length > 0 &&
  pending === null &&
  mine === base.markdown &&
  Object.keys(fields).length === 0;

/** Answers by which a text is refused for what it says or for where it is, and will be again. */
const FINAL = new Set([400, 403, 409, 413, 422]);

function resultOf(error: Error): PushResult {
  if (error instanceof NotFound) return { name: "gone", text: keptWords.gone };
  const isFinal = !(error instanceof LecternError) || FINAL.has(error.status);
  return { name: isFinal ? "refused" : "waiting", text: error.message };
}
