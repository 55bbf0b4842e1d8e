/** What an organization translates, and to which languages. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import {
  createTranslationSettings,
  listTranslationSettings,
  type Organization,
  type TranslationLanguage,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { words } from "../../words.ts";
import { translationWords } from "../../words/translations.ts";
import { Area } from "../organization/Area.tsx";
import { languageName } from "../../ui/languageName.ts";
import { LanguageChoice } from "./LanguageChoice.tsx";
import { translationsOf } from "./translations.ts";

export default function Translations({ organization }: RouteParams<"translations">) {
  return (
    <Area
      organization={organization}
      area="translations"
      tab="translations"
      actions={({ id, permissions }) => (permissions.admin ? <NewTranslation organization={id} /> : null)}
    >
      {(it) => <TranslationList organization={it} />}
    </Area>
  );
}

function TranslationList({ organization: { id, permissions } }: { readonly organization: Organization }) {
  const of = usePaged(translationsOf(id), () => listTranslationSettings(client, id));
  return (
    <Rows
      of={of}
      label={words.translations}
      heads={[translationWords.title, translationWords.languages, translationWords.changed]}
      keyOf={(settings) => settings.id}
      empty={
        <Notice
          icon="language"
          title={translationWords.none}
          text={permissions.admin ? translationWords.noneText : translationWords.noneReader}
        />
      }
      row={(settings) => (
        <>
          <th scope="row">
            <Link href={addressOf("translation", { organization: id, translation: settings.id })}>
              {settings.title}
            </Link>
          </th>
          <td title={settings.languages.map(languageName).join(", ")}>
            {translationWords.languageCount(settings.languages.length)}
          </td>
          <td className="when">
            <Time at={settings.updatedAt} say={(when) => when} />
          </td>
        </>
      )}
    />
  );
}

function NewTranslation({ organization }: { readonly organization: string }) {
  const [isOpen, open] = useState(false);
  const [title, type] = useState("");
  const [languages, choose] = useState<readonly TranslationLanguage[]>([]);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {translationWords.newSettings}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={translationWords.newSettings}
        verb={translationWords.create}
        isReady={title.trim() !== ""}
        isDirty={title.trim() !== "" || languages.length > 0}
        forget={() => {
          type("");
          choose([]);
        }}
        act={() => createTranslationSettings(client, organization, { title: title.trim(), languages })}
        done={({ id }) => {
          void cache.invalidateQueries({ queryKey: translationsOf(organization) });
          go(addressOf("translation", { organization, translation: id }));
        }}
      >
        {(error) => (
          <>
            <TextField
              label={translationWords.title}
              help={translationWords.titleHelp}
              error={faultsOf(error, ["title", "languages"]).of("title")}
              value={title}
              set={type}
            />
            <LanguageChoice chosen={languages} choose={choose} />
          </>
        )}
      </FormDialog>
    </>
  );
}
