/** The picture above a page: one for light and one for dark, and which part of it is seen. */
import { useState } from "react";
import type { RevisionPageDocumentCover } from "../../../sdk/src/index.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { writingWords } from "../../words/writing.ts";
import { Dispute } from "./Dispute.tsx";
import type { PageSaving } from "./saving.ts";
import type { SavingView } from "./savingView.ts";
import { Typed } from "./Typed.tsx";

interface CoverProps {
  readonly saving: PageSaving;
  readonly view: SavingView;
  /** Puts a file where the page is. Gives its destination. */
  readonly take: (file: File) => Promise<string>;
}

type Ref = NonNullable<RevisionPageDocumentCover["ref"]>;

const addressOf = (ref: Ref | undefined): string =>
  ref === undefined ? "" : ref.kind === "file" ? `/files/${ref.file}` : ref.url;

function refOf(address: string): Ref {
  const file = /^\/files\/([^/]+)$/.exec(address)?.[1];
  return file === undefined ? { kind: "url", url: address } : { kind: "file", file };
}

export function Cover({ saving, view, take }: CoverProps) {
  const { cover } = view.fields;
  const [error, fail] = useState<Error>();
  const set = (name: "ref" | "refDark", address: string): void => {
    if (address === addressOf(cover?.[name])) return;
    const { [name]: _, ...rest } = cover ?? {};
    if (address !== "") return saving.setField("cover", { ...rest, [name]: refOf(address) });
    // Without a picture for light there is none.
    saving.setField("cover", name === "ref" ? null : rest);
  };
  const bring = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    fail(undefined);
    try {
      set("ref", await take(file));
    } catch (reason) {
      fail(reason as Error);
    }
  };
  const place = (text: string): void => {
    const yPos = Number(text === "" ? 0 : text);
    if (Number.isInteger(yPos) && yPos !== (cover?.yPos ?? 0)) saving.setField("cover", { ...cover, yPos });
  };
  return (
    <>
      <Typed
        label={writingWords.pageCover}
        help={writingWords.pageCoverHelp}
        value={addressOf(cover?.ref)}
        error={view.faults.cover}
        set={(address) => set("ref", address)}
      />
      <label className="button button-secondary cover-choice">
        {writingWords.chooseCover}
        <input
          className="visually-hidden"
          type="file"
          accept="image/*"
          onChange={(event) => void bring(event.target.files?.[0])}
        />
      </label>
      {error === undefined ? null : <Refusal error={error} />}
      {cover?.ref === undefined ? null : (
        <>
          <Typed
            label={writingWords.coverDark}
            help={writingWords.coverDarkHelp}
            value={addressOf(cover.refDark)}
            error={undefined}
            set={(address) => set("refDark", address)}
          />
          <Typed
            label={writingWords.coverPlace}
            help={writingWords.coverPlaceHelp}
            value={String(cover.yPos ?? 0)}
            error={undefined}
            set={place}
          />
        </>
      )}
      <Dispute name="cover" {...{ saving, view }} />
    </>
  );
}
