import { takeBody } from "./batch.ts";
import type { Batch, BodyInput } from "./batch.ts";
import { replaceLinks } from "./draft.ts";
import type { JsonObject } from "./json.ts";
import { sameJson } from "./json.ts";
import { DEFAULT_TITLE } from "./page.ts";
import type { FileEntry, ReusableContent, TagDefinition, VariableValue } from "./page.ts";
import { ChangeRefused } from "./refusal.ts";
import { reusableSource } from "./revision.ts";

/** The longest file name, variable name, variable text, name of a tag and label of one, in code points. */
export const FILE_NAME_MAX = 256;
export const VARIABLE_NAME_MAX = 128;
export const VARIABLE_TEXT_MAX = 256;
export const TAG_NAME_MAX = 100;
export const TAG_LABEL_MAX = 100;
/** Tags of a space that something is said of: each is read with every page that has any. */
export const TAGS_MAX = 1000;

/** Adds a file or replaces the one of the same id; its blob is stored already. */
interface PutFile {
  readonly operation: "put_file";
  readonly file: FileEntry;
}

interface DeleteFile {
  readonly operation: "delete_file";
  readonly file: string;
}

/** Sets variables of the space; `null` removes one. */
interface SetVariables {
  readonly operation: "set_variables";
  readonly variables: Readonly<Record<string, VariableValue | null>>;
}

/** Says what tags look like that pages carry; `null` removes what is said of one. */
interface SetTags {
  readonly operation: "set_tags";
  readonly tags: Readonly<Record<string, TagDefinition | null>>;
}

/** Adds reusable content or changes the one of the same id; absent fields stay. */
interface PutReusable {
  readonly operation: "put_reusable";
  readonly id: string;
  readonly title?: string;
  readonly body?: BodyInput | null;
  readonly git?: JsonObject | null;
}

interface DeleteReusable {
  readonly operation: "delete_reusable";
  readonly id: string;
}

export type ResourceChange = PutFile | DeleteFile | SetVariables | SetTags | PutReusable | DeleteReusable;

/** Applies a change to what is not a page. */
export async function changeResource(batch: Batch, change: ResourceChange): Promise<void> {
  switch (change.operation) {
    case "put_file":
      return putFile(batch, change.file);
    case "delete_file":
      return deleteFile(batch, change.file);
    case "set_variables":
      return setVariables(batch, change.variables);
    case "set_tags":
      return setTags(batch, change.tags);
    case "put_reusable":
      return putReusable(batch, change);
    case "delete_reusable":
      return deleteReusable(batch, change.id);
  }
}

function putFile({ draft }: Batch, file: FileEntry): void {
  const length = [...file.name].length;
  if (length === 0 || length > FILE_NAME_MAX) {
    throw new ChangeRefused("file-invalid", `a file's name has 1 to ${FILE_NAME_MAX} characters`);
  }
  draft.files.set(file.id, file);
}

async function deleteFile({ draft }: Batch, id: string): Promise<void> {
  if ((await draft.files.get(id)) === undefined)
    throw new ChangeRefused("file-unknown", `there is no file ${id}`);
  draft.files.set(id, undefined);
}

function setVariables({ draft }: Batch, variables: SetVariables["variables"]): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!/^[a-z]\w*$/i.test(name) || name.length > VARIABLE_NAME_MAX) {
      throw new ChangeRefused(
        "variable-invalid",
        `${JSON.stringify(name)}: a variable's name starts with a letter and holds letters, digits and "_"`,
      );
    }
    if (typeof value === "string" && [...value].length > VARIABLE_TEXT_MAX) {
      throw new ChangeRefused(
        "variable-invalid",
        `${name}: a variable's text has at most ${VARIABLE_TEXT_MAX} characters`,
      );
    }
    draft.variables.set(name, value ?? undefined);
  }
}

async function setTags({ draft }: Batch, tags: SetTags["tags"]): Promise<void> {
  await refuseTooMany(draft, tags);
  for (const [name, tag] of Object.entries(tags)) {
    if (!/^[^\s,]+$/.test(name) || [...name].length > TAG_NAME_MAX) {
      throw new ChangeRefused(
        "tag-invalid",
        `${JSON.stringify(name)}: a tag's name has up to ${TAG_NAME_MAX} characters, none of them a space or a comma`,
      );
    }
    const length = [...(tag?.label.trim() ?? name)].length;
    if (length === 0 || length > TAG_LABEL_MAX)
      throw new ChangeRefused("tag-invalid", `${name}: a tag's label has 1 to ${TAG_LABEL_MAX} characters`);
    draft.tags.set(name, tag === null ? undefined : { ...tag, label: tag.label.trim() });
  }
}

/** Those that two sides of a merge have added may be more in sum: they stay, and can be changed and taken away. */
async function refuseTooMany(draft: Batch["draft"], tags: SetTags["tags"]): Promise<void> {
  const entries = Object.entries(tags);
  const known = await draft.tags.getMany(entries.map(([name]) => name));
  const added = entries.filter(([name, tag]) => tag !== null && !known.has(name)).length;
  const gone = entries.filter(([name, tag]) => tag === null && known.has(name)).length;
  if (added > gone && (await draft.tags.count("")) + added - gone > TAGS_MAX)
    throw new ChangeRefused("tag-invalid", `a space describes at most ${TAGS_MAX} tags; remove some first`);
}

async function putReusable(batch: Batch, change: PutReusable): Promise<void> {
  const { draft, now } = batch;
  const before = await draft.reusable.get(change.id);
  const body =
    change.body === undefined ? before?.body : takeBody(batch, reusableSource(change.id), change.body);
  const git = change.git === undefined ? before?.git : change.git;
  const after: ReusableContent = {
    id: change.id,
    title: change.title ?? before?.title ?? DEFAULT_TITLE,
    createdAt: before?.createdAt ?? now,
    updatedAt: before?.updatedAt ?? now,
    ...(body !== undefined && { body }),
    ...(git && { git }),
  };
  draft.reusable.set(change.id, sameJson(before, after) ? after : { ...after, updatedAt: now });
}

async function deleteReusable({ draft }: Batch, id: string): Promise<void> {
  if ((await draft.reusable.get(id)) === undefined) {
    throw new ChangeRefused("reusable-unknown", `there is no reusable content ${id}`);
  }
  draft.reusable.set(id, undefined);
  replaceLinks(draft, reusableSource(id), undefined);
}
