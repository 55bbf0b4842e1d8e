/** What a page is beside its text: its address, its picture, who finds and sees it, what is shown around it. */
import { useEffect, useState } from "react";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { words } from "../../words.ts";
import { Dispute } from "./Dispute.tsx";
import type { EditedFields, FieldName } from "./fields.ts";
import type { PageSaving, SavingView } from "./saving.ts";

interface PropertiesProps {
  readonly saving: PageSaving;
  readonly view: SavingView;
}

/** Wide enough for it to stand beside the text; the sheet says the same. */
const WIDE = "(width >= 69rem)";

export default function Properties({ saving, view }: PropertiesProps) {
  const { fields } = view;
  const { emoji, icon } = fields;
  return (
    <aside className="rail properties">
      <details open={matchMedia(WIDE).matches}>
        <summary className="side-label">{words.pageSettings}</summary>
        <Words name="slug" label={words.pageAddress} help={words.pageAddressHelp} {...{ saving, view }} />
        <Typed
          label={words.pageIcon}
          help={words.pageIconHelp}
          value={emoji === "" ? icon : characterOf(emoji)}
          error={view.faults.emoji ?? view.faults.icon}
          set={(text) => {
            const isName = /^[a-z0-9-]*$/.test(text);
            saving.setField("icon", isName ? text : "");
            saving.setField("emoji", isName ? "" : text);
          }}
        />
        <Cover {...{ saving, view }} />
        <Words
          name="condition"
          label={words.pageCondition}
          help={words.pageConditionHelp}
          {...{ saving, view }}
        />
        <Check
          label={words.pageHidden}
          help={words.pageHiddenHelp}
          value={fields.hidden}
          set={(value) => saving.setField("hidden", value)}
        />
        <Check
          label={words.pageNoIndex}
          value={fields.noIndex}
          set={(value) => saving.setField("noIndex", value)}
        />
        <Layout {...{ saving, view }} />
        {(["emoji", "icon", "hidden", "noIndex", "layout"] as const).map((name) => (
          <Dispute key={name} name={name} {...{ saving, view }} />
        ))}
      </details>
    </aside>
  );
}

/** An emoji as a character, of its code points. */
function characterOf(emoji: string): string {
  const points = emoji.split("-").map((point) => Number.parseInt(point, 16));
  const isCode =
    /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji) && points.every((point) => point <= 0x10_ff_ff);
  return isCode ? String.fromCodePoint(...points) : emoji;
}

interface WordsProps extends PropertiesProps {
  readonly name: FieldName & ("slug" | "condition");
  readonly label: string;
  readonly help: string;
}

function Words({ name, label, help, saving, view }: WordsProps) {
  return (
    <>
      <Typed
        label={label}
        help={help}
        value={view.fields[name]}
        error={view.faults[name]}
        set={(text) => saving.setField(name, text)}
      />
      <Dispute name={name} {...{ saving, view }} />
    </>
  );
}

interface TypedProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly set: (text: string) => void;
}

/** A field that counts when it is left: half an address, or half a condition, is none. */
function Typed({ label, help, value, error, set }: TypedProps) {
  const [text, type] = useState(value);
  useEffect(() => type(value), [value]);
  const take = (): void => set(text.trim());
  return (
    <form
      onBlur={take}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField label={label} help={help} error={error} value={text} set={type} />
    </form>
  );
}

function Cover({ saving, view }: PropertiesProps) {
  const { cover } = view.fields;
  const ref = cover?.ref;
  const address = ref === undefined ? "" : ref.kind === "file" ? `/files/${ref.file}` : ref.url;
  const take = (text: string): void => {
    const file = /^\/files\/([^/]+)$/.exec(text)?.[1];
    const next: EditedFields["cover"] =
      text === ""
        ? null
        : { ...cover, ref: file === undefined ? { kind: "url", url: text } : { kind: "file", file } };
    if (text !== address) saving.setField("cover", next);
  };
  return (
    <>
      <Typed
        label={words.pageCover}
        help={words.pageCoverHelp}
        value={address}
        error={view.faults.cover}
        set={take}
      />
      <Dispute name="cover" {...{ saving, view }} />
    </>
  );
}

const SHOWN = [
  "cover",
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
] as const;

function Layout({ saving, view }: PropertiesProps) {
  const { layout } = view.fields;
  const set = (part: EditedFields["layout"]): void => saving.setField("layout", { ...layout, ...part });
  return (
    <details className="layout">
      <summary className="side-label">{words.pageLayout}</summary>
      <ChoiceField
        label={words.pageWidth}
        value={layout?.width ?? "default"}
        choices={[
          ["default", words.widthDefault],
          ["wide", words.widthWide],
        ]}
        set={(width) => set({ width })}
      />
      <ChoiceField
        label={words.coverSize}
        value={layout?.coverSize ?? "hero"}
        choices={[
          ["hero", words.coverHero],
          ["full", words.coverFull],
        ]}
        set={(coverSize) => set({ coverSize })}
      />
      {SHOWN.map((name) => (
        <Check
          key={name}
          label={words.layoutParts[name]}
          value={layout?.[name] !== false}
          set={(value) => set({ [name]: value })}
        />
      ))}
    </details>
  );
}
