/** What the tags of a space's pages look like. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { COLORS } from "../../../engine/markdown/html/classes.ts";
import type { TagDefinition } from "../../../sdk/src/index.ts";
import { wholeList } from "../../api/paged.ts";
import { tagsOf } from "../../api/parts.ts";
import type { RouteParams } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { tagWords } from "../../words/tags.ts";
import { type OwnPlace, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";
import { TagMark } from "./TagMark.tsx";

/** A tag by its name, with what is said of it. */
interface NamedTag {
  readonly name: string;
  readonly tag: TagDefinition;
}

export default function Tags({ space }: RouteParams<"tags">) {
  const [edited, edit] = useState<NamedTag | null>();
  const [removed, remove] = useState<NamedTag>();
  const place = useOwnPlace(space);
  const write = writeIn(place);
  return (
    <SpacePart
      space={space}
      part="tags"
      place={place}
      actions={() =>
        place.mayWrite ? (
          <button type="button" className="button" onClick={() => edit(null)}>
            {tagWords.newTag}
          </button>
        ) : null
      }
    >
      {() => (
        <>
          <TagRows of={place} edit={edit} remove={remove} />
          {edited === undefined ? null : (
            <TagForm named={edited} close={() => edit(undefined)} write={write} />
          )}
          <Ask
            isOpen={removed !== undefined}
            close={() => remove(undefined)}
            title={tagWords.deleteTag(removed?.name ?? "")}
            verb={tagWords.remove}
            act={() => write(removed?.name ?? "", null, removed?.tag ?? null)}
          >
            <p>{tagWords.deleteTagText}</p>
          </Ask>
        </>
      )}
    </SpacePart>
  );
}

type WriteTag = (name: string, tag: TagDefinition | null, was: TagDefinition | null) => Promise<void>;

/** What is there is compared with what was shown: both are of the same place. */
function writeIn(place: OwnPlace): WriteTag {
  return async (name, tag, was) => {
    await place.write(tagWords.subject, [
      { operation: "set_tags", tags: { [name]: tag }, was: { [name]: was } },
    ]);
  };
}

interface TagRowsProps {
  readonly of: OwnPlace;
  readonly edit: (tag: NamedTag) => void;
  readonly remove: (tag: NamedTag) => void;
}

function TagRows({ of, edit, remove }: TagRowsProps) {
  const query = useQuery({ ...tagsOf(of.space, of.number), enabled: of.isKnown });
  const items = query.data && Object.entries(query.data).map(([name, tag]) => ({ name, tag }));
  return (
    <Rows
      of={wholeList(items, query)}
      label={tagWords.tags}
      heads={[tagWords.shown, tagWords.name, ""]}
      keyOf={({ name }) => name}
      empty={<Notice icon="page" title={tagWords.none} text={tagWords.noneText} />}
      row={(named) => (
        <>
          <td>
            <TagMark tag={named.tag} />
          </td>
          <td>
            <code>{named.name}</code>
          </td>
          <td>
            {of.mayWrite ? (
              <RowMenu
                name={named.name}
                items={[
                  { title: tagWords.edit, act: () => edit(named) },
                  { title: tagWords.remove, act: () => remove(named), isDangerous: true },
                ]}
              />
            ) : null}
          </td>
        </>
      )}
    />
  );
}

interface TagFormProps {
  /** Null: a new one. */
  readonly named: NamedTag | null;
  readonly close: () => void;
  readonly write: WriteTag;
}

function TagForm({ named, close, write }: TagFormProps) {
  const was = { label: named?.tag.label ?? "", icon: named?.tag.icon ?? "", color: named?.tag.color ?? "" };
  const [name, call] = useState(named?.name ?? "");
  const [tag, set] = useState(was);
  const { label, icon, color } = tag;
  const given: TagDefinition = {
    label: label.trim(),
    ...(icon.trim() === "" ? {} : { icon: icon.trim() }),
    ...(color === "" ? {} : { color }),
  };
  // One that was written as CSS has it stays a choice of its own.
  const colors = [...new Set(["", ...COLORS, was.color])];
  return (
    <FormDialog
      isOpen
      close={close}
      title={named?.name ?? tagWords.newTag}
      verb={named === null ? tagWords.create : tagWords.save}
      isReady={name.trim() !== "" && given.label !== ""}
      isDirty={name !== (named?.name ?? "") || JSON.stringify(tag) !== JSON.stringify(was)}
      act={() => write(name.trim(), given, named?.tag ?? null)}
    >
      {() => (
        <>
          {named === null ? (
            <TextField label={tagWords.name} value={name} set={call} help={tagWords.nameHelp} required />
          ) : null}
          <TextField
            label={tagWords.label}
            value={label}
            set={(next) => set({ ...tag, label: next })}
            help={tagWords.labelHelp}
            required
          />
          <TextField
            label={tagWords.icon}
            value={icon}
            set={(next) => set({ ...tag, icon: next })}
            help={tagWords.iconHelp}
          />
          <ChoiceField
            label={tagWords.color}
            value={color}
            choices={colors.map((one) => [one, tagWords.colors[one] ?? one] as const)}
            set={(next) => set({ ...tag, color: next })}
          />
          {given.label === "" ? null : (
            <p>
              <TagMark tag={given} />
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}
