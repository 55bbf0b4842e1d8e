/** The title and the description of a page, written where they are read. */
import type { KeyboardEvent } from "react";
import { words } from "../../words.ts";
import { writingWords } from "../../words/writing.ts";
import type { FieldName } from "./fields.ts";
import { Dispute } from "./Dispute.tsx";
import type { PageSaving } from "./saving.ts";
import type { SavingView } from "./savingView.ts";

interface HeadingProps {
  readonly saving: PageSaving;
  readonly view: SavingView;
  /** Goes on to the text. */
  readonly next: () => void;
}

export function Heading({ saving, view, next }: HeadingProps) {
  return (
    <>
      <h1>
        <Line name="title" label={words.pageTitle} saving={saving} view={view} next={next} />
      </h1>
      <Remarks name="title" saving={saving} view={view} />
      <Line name="description" label={writingWords.pageDescription} saving={saving} view={view} next={next} />
      <Remarks name="description" saving={saving} view={view} />
    </>
  );
}

interface LineProps extends HeadingProps {
  readonly name: "title" | "description";
  readonly label: string;
}

function Line({ name, label, saving, view, next }: LineProps) {
  const fault = view.faults[name];
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "ArrowDown")) return;
    if (event.key === "ArrowDown" && name === "title") return;
    event.preventDefault();
    next();
  };
  return (
    <textarea
      className={`line-field line-${name}`}
      rows={1}
      dir="auto"
      value={String(view.fields[name])}
      aria-label={label}
      aria-invalid={fault !== undefined || undefined}
      aria-describedby={fault === undefined ? undefined : `fault-${name}`}
      placeholder={label}
      onKeyDown={onKey}
      onChange={(event) => saving.setField(name, event.target.value.replaceAll(/[\r\n]+/g, " "))}
    />
  );
}

/** What stands against a field: a refusal, or what somebody else made of it. */
export function Remarks({
  name,
  saving,
  view,
}: Pick<HeadingProps, "saving" | "view"> & { readonly name: FieldName }) {
  const fault = view.faults[name];
  return (
    <>
      {fault === undefined ? null : (
        <p className="wrong" id={`fault-${name}`} role="alert">
          {fault}
        </p>
      )}
      <Dispute name={name} view={view} saving={saving} />
    </>
  );
}
