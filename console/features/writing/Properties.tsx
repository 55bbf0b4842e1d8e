/** What a page is beside its text: its address, its picture, who finds and sees it, what is shown around it. */
import { useState } from "react";
import type { ContentPlace } from "../../api/content.ts";
import { Check, ChoiceField } from "../../ui/Field.tsx";
import { writingWords } from "../../words/writing.ts";
import { Cover } from "./Cover.tsx";
import { Dispute } from "./Dispute.tsx";
import type { EditedFields, FieldName } from "./fields.ts";
import type { PageSaving } from "./saving.ts";
import type { SavingView } from "./savingView.ts";
import { PageTags } from "./PageTags.tsx";
import { Typed } from "./Typed.tsx";
import { WIDE } from "../../ui/wide.ts";

interface FieldsProps {
  readonly saving: PageSaving;
  readonly view: SavingView;
}

interface PropertiesProps extends FieldsProps {
  /** Puts a file where the page is. Gives its destination. */
  readonly take: (file: File) => Promise<string>;
  /** Where it is written. */
  readonly place: ContentPlace;
}

export default function Properties({ saving, view, take, place }: PropertiesProps) {
  const { fields } = view;
  const { emoji, icon } = fields;
  // What a crash has left half typed is seen at once.
  const [hasHalf] = useState(saving.isHalf);
  return (
    <details open={hasHalf || matchMedia(WIDE).matches}>
      <summary className="side-label">{writingWords.pageSettings}</summary>
      <Words
        name="linkTitle"
        label={writingWords.pageLinkTitle}
        help={writingWords.pageLinkTitleHelp}
        {...{ saving, view }}
      />
      <Words
        name="slug"
        label={writingWords.pageAddress}
        help={writingWords.pageAddressHelp}
        {...{ saving, view }}
      />
      <Typed
        label={writingWords.pageIcon}
        help={writingWords.pageIconHelp}
        value={emoji === "" ? icon : characterOf(emoji)}
        error={view.faults.emoji ?? view.faults.icon}
        set={(text) => {
          const isName = /^[a-z0-9-]*$/.test(text);
          saving.setField("icon", isName ? text : "");
          saving.setField("emoji", isName ? "" : text);
        }}
      />
      <Cover {...{ saving, view, take }} />
      <PageTags {...{ saving, view, place }} />
      <Words
        name="condition"
        label={writingWords.pageCondition}
        help={writingWords.pageConditionHelp}
        {...{ saving, view }}
      />
      <Check
        label={writingWords.pageHidden}
        help={writingWords.pageHiddenHelp}
        value={fields.hidden}
        set={(value) => saving.setField("hidden", value)}
      />
      <Check
        label={writingWords.pageNoIndex}
        value={fields.noIndex}
        set={(value) => saving.setField("noIndex", value)}
      />
      <Check
        label={writingWords.pageNoRobotsIndex}
        help={writingWords.pageNoRobotsIndexHelp}
        value={fields.noRobotsIndex}
        set={(value) => saving.setField("noRobotsIndex", value)}
      />
      <Layout {...{ saving, view }} />
      {(["emoji", "icon", "hidden", "noIndex", "noRobotsIndex", "layout", "tags"] as const).map((name) => (
        <Dispute key={name} name={name} {...{ saving, view }} />
      ))}
    </details>
  );
}

/** An emoji as a character, of its code points. */
function characterOf(emoji: string): string {
  const points = emoji.split("-").map((point) => Number.parseInt(point, 16));
  const isCode =
    /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji) && points.every((point) => point <= 0x10_ff_ff);
  return isCode ? String.fromCodePoint(...points) : emoji;
}

const faultOf = async (condition: string): Promise<string | undefined> =>
  (await import("../../editor/conditionFault.ts")).conditionFault(condition);

interface WordsProps extends FieldsProps {
  readonly name: FieldName & ("linkTitle" | "slug" | "condition");
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
        faultOf={name === "condition" ? faultOf : undefined}
        set={(text) => saving.setField(name, text)}
        half={saving.heldText(name)}
        hold={(text) => saving.hold(name, text)}
      />
      <Dispute name={name} {...{ saving, view }} />
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
  "tags",
] as const;

function Layout({ saving, view }: FieldsProps) {
  const { layout } = view.fields;
  const set = (part: EditedFields["layout"]): void => saving.setField("layout", { ...layout, ...part });
  return (
    <details className="layout">
      <summary className="side-label">{writingWords.pageLayout}</summary>
      <ChoiceField
        label={writingWords.pageWidth}
        value={layout?.width ?? "default"}
        choices={[
          ["default", writingWords.widthDefault],
          ["wide", writingWords.widthWide],
        ]}
        set={(width) => set({ width })}
      />
      <ChoiceField
        label={writingWords.coverSize}
        value={layout?.coverSize ?? "hero"}
        choices={[
          ["hero", writingWords.coverHero],
          ["full", writingWords.coverFull],
        ]}
        set={(coverSize) => set({ coverSize })}
      />
      {SHOWN.map((name) => (
        <Check
          key={name}
          label={writingWords.layoutParts[name]}
          value={layout?.[name] !== false}
          set={(value) => set({ [name]: value })}
        />
      ))}
    </details>
  );
}
