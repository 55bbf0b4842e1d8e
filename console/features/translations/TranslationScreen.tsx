/** A translation: its languages, and the spaces that are kept in step in them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import {
  deleteTranslationSettings,
  getTranslationSettings,
  listTranslatedSpaces,
  type TranslatedSpace,
  type TranslationSettings,
  updateTranslationSettings,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { usePaged } from "../../api/paged.ts";
import { spacesOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { translationWords } from "../../words/translations.ts";
import { Area } from "../organization/Area.tsx";
import { languageName } from "../../ui/languageName.ts";
import { AddTranslatedSpace } from "./AddTranslatedSpace.tsx";
import { LanguageChoice } from "./LanguageChoice.tsx";
import { translationOf, translationsOf } from "./translations.ts";

export default function TranslationScreen({ organization, translation: id }: RouteParams<"translation">) {
  const { data } = useNeeded(translationOf(organization, id));
  const inside = {
    title: data?.title ?? "",
    href: addressOf("translation", { organization, translation: id }),
  };
  return (
    <Area organization={organization} area="translations" tab="translations" inside={inside}>
      {() =>
        data === undefined ? <Skeleton /> : <TranslationBody organization={organization} settings={data} />
      }
    </Area>
  );
}

interface TranslationProps {
  readonly organization: string;
  readonly settings: TranslationSettings;
}

function TranslationBody({ organization, settings }: TranslationProps) {
  const mayEdit = settings.permissions.edit;
  return (
    <>
      <header className="head">
        <h1>{settings.title}</h1>
        {mayEdit ? <AddTranslatedSpace organization={organization} settings={settings} /> : null}
      </header>
      <p className="lead">{settings.languages.map(languageName).join(", ")}</p>
      {mayEdit ? (
        <>
          <h2>{translationWords.spaces}</h2>
          <TranslatedSpaces organization={organization} settings={settings} />
          <SettingsCard organization={organization} settings={settings} />
          <TranslationEnd organization={organization} settings={settings} />
        </>
      ) : null}
    </>
  );
}

function TranslatedSpaces({ organization, settings }: TranslationProps) {
  const { data: spaces = [] } = useQuery(spacesOf(organization));
  const titleOf = (id: string) => spaces.find((space) => space.id === id)?.title ?? translationWords.unknown;
  const of = usePaged([...translationsOf(organization), settings.id, "spaces"], () =>
    listTranslatedSpaces(client, organization, settings.id),
  );
  return (
    <Rows
      of={of}
      label={translationWords.spaces}
      heads={[translationWords.source, translationWords.language, translationWords.state]}
      keyOf={({ space }) => space}
      empty={<p className="nothing">{translationWords.noSpaces}</p>}
      row={(translated: TranslatedSpace) => (
        <>
          <th scope="row">
            <Link href={addressOf("spaceTranslation", { space: translated.space })}>
              {titleOf(translated.source)}
            </Link>
          </th>
          <td>{languageName(translated.language)}</td>
          <td>
            {translationWords.counts(
              translated.pages.missing,
              translated.pages.outdated,
              translated.pages.current,
            )}
          </td>
        </>
      )}
    />
  );
}

function SettingsCard({ organization, settings }: TranslationProps) {
  const cache = useQueryClient();
  const { id } = settings;
  const draft = useDraft({
    id: `translation ${id}`,
    thing: settings,
    fields: ({ title, languages }) => ({ title, languages: languages.toSorted() }),
    write: (changed, options) =>
      updateTranslationSettings(
        client,
        organization,
        id,
        { title: (options.ifUnchanged as TranslationSettings).title, ...changed },
        options,
      ),
    read: () => getTranslationSettings(client, organization, id),
    saved: (thing) => {
      cache.setQueryData(translationOf(organization, id).queryKey, thing);
      void cache.invalidateQueries({ queryKey: translationsOf(organization), exact: true });
    },
  });
  const { title, languages } = translationWords;
  return (
    <Card
      title={languages}
      draft={draft}
      saved={translationWords.saved}
      names={{ title, languages }}
      say={(value) => (Array.isArray(value) ? value.map(languageName).join(", ") : String(value))}
      about={{ organization, target: id }}
    >
      <TextField
        label={title}
        error={faultsOf(draft.error, ["title", "languages"]).of("title")}
        value={draft.values.title}
        set={(value) => draft.set({ title: value })}
      />
      <LanguageChoice
        chosen={draft.values.languages}
        choose={(chosen) => draft.set({ languages: chosen.toSorted() })}
      />
    </Card>
  );
}

function TranslationEnd({ organization, settings: { id, title } }: TranslationProps) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={translationWords.deleteVerb} text={translationWords.deleteText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {translationWords.delete}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={translationWords.deleteTitle(title)}
        verb={translationWords.deleteVerb}
        act={async () => {
          await deleteTranslationSettings(client, organization, id);
          go(addressOf("translations", { organization }));
          void cache.invalidateQueries({ queryKey: translationsOf(organization), exact: true });
        }}
      >
        <p>{translationWords.deleteText}</p>
      </Ask>
    </Card>
  );
}
