/** Has a space translated to one of the languages. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import {
  createTranslatedSpace,
  type TranslationLanguage,
  type TranslationSettings,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { spacesOf } from "../../api/queries.ts";
import { addressOf } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { translationWords } from "../../words/translations.ts";
import { languageName } from "../../ui/languageName.ts";
import { spaceName } from "../../ui/spaceName.ts";

interface AddTranslatedSpaceProps {
  readonly organization: string;
  readonly settings: TranslationSettings;
}

export function AddTranslatedSpace({ organization, settings }: AddTranslatedSpaceProps) {
  const [isOpen, open] = useState(false);
  const [source, chooseSource] = useState("");
  const [language, chooseLanguage] = useState<TranslationLanguage | "">("");
  const [title, type] = useState("");
  const { data: spaces = [] } = useQuery({ ...spacesOf(organization), enabled: isOpen });
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        {translationWords.addSpace}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={translationWords.addSpace}
        verb={translationWords.addVerb}
        isReady={source !== "" && language !== ""}
        isDirty={title !== ""}
        forget={() => type("")}
        act={() =>
          createTranslatedSpace(client, organization, settings.id, {
            source,
            language: language as TranslationLanguage,
            ...(title.trim() === "" ? {} : { title: title.trim() }),
          })
        }
        done={({ space }) => {
          void cache.invalidateQueries({ queryKey: ["organization", organization] });
          go(addressOf("spaceTranslation", { space }));
        }}
      >
        {(error) => {
          const faults = faultsOf(error, ["source", "language", "title"]);
          return (
            <>
              <ChoiceField
                label={translationWords.source}
                error={faults.of("source")}
                value={source}
                set={chooseSource}
                choices={[
                  ["", translationWords.chooseSpace],
                  ...spaces.map((space) => [space.id, spaceName(space)] as const),
                ]}
              />
              <OneLanguage
                of={settings.languages}
                error={faults.of("language")}
                value={language}
                set={chooseLanguage}
              />
              <TextField
                label={translationWords.spaceTitle}
                help={translationWords.spaceTitleHelp}
                error={faults.of("title")}
                value={title}
                set={type}
              />
            </>
          );
        }}
      </FormDialog>
    </>
  );
}

interface OneLanguageProps {
  readonly of: readonly TranslationLanguage[];
  readonly error: string | undefined;
  readonly value: TranslationLanguage | "";
  readonly set: (language: TranslationLanguage | "") => void;
}

function OneLanguage({ of, error, value, set }: OneLanguageProps) {
  return (
    <ChoiceField
      label={translationWords.language}
      error={error}
      value={value}
      set={set}
      choices={[["", "…"], ...of.map((code) => [code, languageName(code)] as const)]}
    />
  );
}
