/** Texts that the browser kept of an earlier time are sent without being opened. What is refused stays where it is. */
import { LecternError, NotFound } from "../../../sdk/src/index.ts";
import { draftOf, draftsOf, type TextDraft } from "../../api/drafts.ts";
import { isSignedIn } from "../../api/signedIn.ts";
import { keptWords } from "../../words/kept.ts";
import { WritingPlace } from "./destination.ts";
import { hold } from "./hold.ts";
import { keptText } from "./keptText.ts";
import { nameOf, openSaving, type WrittenPlace, storedOf } from "./openSaving.ts";

/**
 * What became of one: `saved`; `open` in another tab, which saves it; `waiting` for a network, the server or a sign-in;
 * `gone` is its page, or all that may be seen of it; `refused` as it is.
 */
export type PushResult =
  | { readonly name: "saved"; readonly number: string | undefined }
  | { readonly name: "open" }
  | { readonly name: "waiting" | "gone" | "refused"; readonly text: string };

/**
 * Sends the pages that are kept of somebody, one after the other. Gives how many are stored now.
 * @param user the id of who is signed in @param isShown whether one is on the screen, where it is saved by itself
 */
export async function pushAll(user: string, isShown: (draft: TextDraft) => boolean): Promise<number> {
  const left = (await draftsOf(user)).filter((one) => one.of === "page" && !isShown(one));
  let saved = 0;
  for (const draft of left) {
    const result = await pushDraft(draft);
    if (result.name === "saved") saved++;
    // What nobody can take now is not asked of each.
    if (result.name === "waiting") break;
  }
  return saved;
}

const underWay = new Map<string, Promise<PushResult>>();

/** Sends one; who asks for one that is being sent is told the same. */
export function pushDraft(draft: TextDraft): Promise<PushResult> {
  const { user, space, change, id: page } = draft;
  const place: WrittenPlace = { user, space, number: change === "" ? undefined : change, page };
  const name = nameOf(place);
  const sending = underWay.get(name) ?? pushHeld(place, draft).finally(() => underWay.delete(name));
  underWay.set(name, sending);
  return sending;
}

async function pushHeld(place: WrittenPlace, draft: TextDraft): Promise<PushResult> {
  const held = await hold(nameOf(place), "asks", () => undefined);
  if (held === undefined) return { name: "open" };
  try {
    // Somebody else may have signed in since it was listed.
    if (!(await isSignedIn(draft.user))) return { name: "waiting", text: keptWords.somebodyElse };
    // Another tab may have sent it while this one waited for its turn.
    const now = await draftOf(draft);
    return now === undefined ? { name: "saved", number: place.number } : await push(place, now);
  } catch (error) {
    return resultOf(error as Error);
  } finally {
    held.release();
  }
}

async function push(place: WrittenPlace, draft: TextDraft): Promise<PushResult> {
  const { space, number, page } = place;
  const destination = new WritingPlace({ space, number, proposal: draft.proposal });
  const stored = storedOf(await destination.read(page));
  const text = keptText(draft.mine, draft.base.markdown);
  const saving = openSaving({ place, destination, stored, draft, text });
  if (await saving.close()) return { name: "saved", number: destination.number };
  const { state } = saving.view();
  return "error" in state ? resultOf(state.error) : { name: "refused", text: keptWords.bothChanged };
}

/** Answers by which a text is refused for what it says or for where it is, and will be again. */
const FINAL = new Set([400, 403, 409, 413, 422]);

function resultOf(error: Error): PushResult {
  if (error instanceof NotFound) return { name: "gone", text: keptWords.gone };
  const isFinal = !(error instanceof LecternError) || FINAL.has(error.status);
  return { name: isFinal ? "refused" : "waiting", text: error.message };
}
