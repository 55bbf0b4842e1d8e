/**
 * What was typed and isn't stored by the server yet, kept by the browser: it survives a closed tab, a lost connection
 * and an ended session. It belongs to one person and is deleted when they sign out.
 */

/** A write whose answer never came. It is sent again as it was, so that it happens once. */
export interface PendingWrite {
  readonly key: string;
  readonly change: {
    readonly document?: { readonly markdown: string; readonly base: string | null };
    readonly fields: Readonly<Record<string, unknown>>;
    readonly was: Readonly<Record<string, unknown>>;
  };
}

/** Where a text is written. */
export interface DraftPlace {
  /** The id of the person. */
  readonly user: string;
  readonly space: string;
  /** The number of the change request; "" for the space itself. */
  readonly change: string;
  /** What has the text. */
  readonly of: "page" | "reusable";
  /** The id of the page, or of the reusable content. */
  readonly id: string;
}

export interface TextDraft extends DraftPlace {
  readonly version: 1;
  /** What it is called, to be listed by. */
  readonly title: string;
  /** The text that was stored when nothing was open between it and `mine`. */
  readonly base: { readonly documentId: string | null; readonly markdown: string };
  readonly mine: string;
  /** Fields as they are typed, and as they were stored. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly was: Readonly<Record<string, unknown>>;
  /** What is half typed into fields that count once they are left: it is shown again, and never sent by itself. */
  readonly held?: Readonly<Record<string, string>>;
  /** Whether `mine` has blocks as their bare words, since no text can say them: it is sent once somebody opens its page. */
  readonly unsaid?: boolean;
  readonly pending: PendingWrite | null;
  /** Names the change request that the first write makes, where it has to make one. */
  readonly proposal: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const KEPT = "drafts";
const REJECTED = "rejected";

const keyOf = ({ user, space, change, of, id }: DraftPlace): string[] => [user, space, change, of, id];

let opening: Promise<IDBDatabase> | undefined;

/** The database of the browser. Throws where the browser gives none. */
function database(): Promise<IDBDatabase> {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open("lectern", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(KEPT);
      request.result.createObjectStore(REJECTED);
    });
    request.addEventListener("success", () => done(request.result));
    request.addEventListener("error", () =>
      fail(request.error ?? new Error("The browser keeps nothing here.")),
    );
  });
  // Another try may be given what this one was refused.
  opening.catch(() => (opening = undefined));
  return opening;
}

async function within<T>(
  stores: readonly string[],
  mode: IDBTransactionMode,
  act: (transaction: IDBTransaction) => IDBRequest<T> | undefined,
  isAll = mode === "readwrite",
): Promise<T | undefined> {
  // On the disk when it is done: what a browser means to write in a moment is gone when it is killed.
  const transaction = (await database()).transaction([...stores], mode, { durability: "strict" });
  return new Promise((done, fail) => {
    const request = act(transaction);
    // Told at once that this is all: it is done then, though the tab is closed in the same moment.
    if (isAll) transaction.commit();
    transaction.addEventListener("complete", () => done(request?.result));
    transaction.addEventListener("abort", () =>
      fail(transaction.error ?? new Error("The browser could not keep this.")),
    );
  });
}

/** Keeps a draft in the place of the former one. Throws when the browser has no room for it. */
export async function keepDraft(draft: TextDraft): Promise<void> {
  await within([KEPT], "readwrite", (transaction) => transaction.objectStore(KEPT).put(draft, keyOf(draft)));
}

export async function forgetDraft(place: DraftPlace): Promise<void> {
  await within([KEPT], "readwrite", (transaction) => {
    transaction.objectStore(KEPT).delete(keyOf(place));
    return undefined;
  });
}

/** The draft of a text, if there is a sound one. What is none is put aside, where it can be looked at. */
export async function draftOf(place: DraftPlace): Promise<TextDraft | undefined> {
  const found: unknown = await within([KEPT], "readonly", (transaction) =>
    transaction.objectStore(KEPT).get(keyOf(place)),
  );
  if (found === undefined || isDraft(found, place)) return found as TextDraft | undefined;
  await putAside(place);
  return undefined;
}

async function putAside(place: DraftPlace): Promise<void> {
  const key = keyOf(place);
  const act = (transaction: IDBTransaction): undefined => {
    const kept = transaction.objectStore(KEPT);
    const asked = kept.get(key);
    asked.addEventListener("success", () => {
      const found: unknown = asked.result;
      // Another tab may have put it aside, or kept a sound one there, since it was found.
      if (found === undefined || isDraft(found, place)) return;
      transaction.objectStore(REJECTED).put(found, [...key, Date.now()]);
      kept.delete(key);
    });
  };
  await within([KEPT, REJECTED], "readwrite", act, false);
}

/** The sound drafts of somebody, the newest first. What is none is put aside. */
export async function draftsOf(user: string): Promise<readonly TextDraft[]> {
  const sound: TextDraft[] = [];
  for (const [key, found] of await entriesOf(KEPT, user)) {
    const [, space = "", change = "", of, id = ""] = key as string[];
    const place = { user, space, change, of: of as DraftPlace["of"], id };
    if (isDraft(found, place)) sound.push(found);
    else await putAside(place);
  }
  return sound.toSorted((a, b) => b.at - a.at);
}

/** What a store has of somebody, by its keys. */
async function entriesOf(name: string, user: string): Promise<readonly (readonly [IDBValidKey, unknown])[]> {
  let keys: IDBRequest<IDBValidKey[]> | undefined;
  const values = await within([name], "readonly", (transaction) => {
    const store = transaction.objectStore(name);
    keys = store.getAllKeys(ofPerson(user));
    return store.getAll(ofPerson(user)) as IDBRequest<unknown[]>;
  });
  return (keys?.result ?? []).map((key, at) => [key, values?.[at]]);
}

/** What the browser kept and is no draft as this version writes them. */
export interface RejectedText {
  readonly key: IDBValidKey;
  /** The id of the person. */
  readonly user: string;
  /** The id of its space, where it names one. */
  readonly space: string | undefined;
  readonly title: string | undefined;
  /** What was typed; all of it where that can't be told. */
  readonly text: string;
  /** When it was put aside; milliseconds since 1970. */
  readonly at: number;
}

/** What was put aside of somebody's, the newest first. */
export async function rejectedOf(user: string): Promise<readonly RejectedText[]> {
  return (await entriesOf(REJECTED, user))
    .map(([key, value]) => rejectedText(user, key, value))
    .toSorted((a, b) => b.at - a.at);
}

function rejectedText(user: string, key: IDBValidKey, value: unknown): RejectedText {
  const { title, mine, space } = isRecord(value) ? value : {};
  const at = Array.isArray(key) ? key.at(-1) : undefined;
  return {
    key,
    user,
    space: typeof space === "string" ? space : undefined,
    title: typeof title === "string" ? title : undefined,
    text: typeof mine === "string" ? mine : (JSON.stringify(value, null, 2) ?? String(value)),
    at: typeof at === "number" ? at : 0,
  };
}

export async function forgetRejected({ key }: RejectedText): Promise<void> {
  await within([REJECTED], "readwrite", (transaction) => {
    transaction.objectStore(REJECTED).delete(key);
    return undefined;
  });
}

/** Deletes all that is kept of somebody. */
export async function forgetDrafts(user: string): Promise<void> {
  await within([KEPT, REJECTED], "readwrite", (transaction) => {
    transaction.objectStore(KEPT).delete(ofPerson(user));
    transaction.objectStore(REJECTED).delete(ofPerson(user));
    return undefined;
  });
}

/** Keys that begin with a person: arrays are behind all texts. */
const ofPerson = (user: string): IDBKeyRange => IDBKeyRange.bound([user], [user, []]);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";

/** Whether what the browser kept is a draft of that place as this version writes them. */
function isDraft(value: unknown, place: DraftPlace): value is TextDraft {
  if (!isRecord(value) || value["version"] !== 1 || !isRecord(value["base"])) return false;
  const { base, pending } = value;
  const isOfPlace = (["user", "space", "change", "of", "id"] as const).every(
    (name) => typeof value[name] === "string" && value[name] === place[name],
  );
  return (
    isOfPlace &&
    typeof value["title"] === "string" &&
    typeof value["mine"] === "string" &&
    typeof value["at"] === "number" &&
    isTextOrNull(base["documentId"]) &&
    typeof base["markdown"] === "string" &&
    isRecord(value["fields"]) &&
    isRecord(value["was"]) &&
    Object.values(value["held"] ?? {}).every((text) => typeof text === "string") &&
    isTextOrNull(value["proposal"]) &&
    (pending === null || isPending(pending))
  );
}

function isPending(value: unknown): boolean {
  if (!isRecord(value) || typeof value["key"] !== "string" || !isRecord(value["change"])) return false;
  const { document, fields, was } = value["change"];
  const isText =
    document === undefined ||
    (isRecord(document) && typeof document["markdown"] === "string" && isTextOrNull(document["base"]));
  return isText && isRecord(fields) && isRecord(was);
}
