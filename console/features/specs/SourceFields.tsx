/** Where a description comes from: an address, or a file. */
import type { OpenAPISpecSource } from "../../../sdk/src/index.ts";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField, Field, TextField } from "../../ui/Field.tsx";
import { developerWords } from "../../words/developers.ts";

/** As it is typed. */
export interface SourceDraft {
  readonly kind: "url" | "text";
  readonly url: string;
  readonly file: File | undefined;
}

export const EMPTY_SOURCE: SourceDraft = { kind: "url", url: "", file: undefined };

export const isWhole = ({ kind, url, file }: SourceDraft): boolean =>
  kind === "url" ? url.trim() !== "" : file !== undefined;

/** What is sent of it. */
export async function sourceOf({ kind, url, file }: SourceDraft): Promise<OpenAPISpecSource> {
  return kind === "url" ? { url: url.trim() } : { text: (await file?.text()) ?? "" };
}

interface SourceFieldsProps {
  readonly source: SourceDraft;
  readonly set: (source: SourceDraft) => void;
  readonly error: Error | undefined;
}

export function SourceFields({ source, set, error }: SourceFieldsProps) {
  const fault = faultsOf(error, ["slug", "source"]).of("source");
  return (
    <>
      <ChoiceField
        label={developerWords.source}
        value={source.kind}
        set={(kind) => set({ ...source, kind })}
        choices={[
          ["url", developerWords.sources.url],
          ["text", developerWords.sources.text],
        ]}
      />
      {source.kind === "url" ? (
        <TextField
          label={developerWords.sourceURL}
          error={fault}
          type="url"
          value={source.url}
          set={(url) => set({ ...source, url })}
        />
      ) : (
        <Field label={developerWords.file} error={fault}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".json,.yaml,.yml,application/json,application/yaml"
              onChange={(event) => set({ ...source, file: event.target.files?.[0] })}
            />
          )}
        </Field>
      )}
    </>
  );
}
