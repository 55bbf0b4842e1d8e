/** A translated space: how its pages stand beside those of its source, and the translator's work. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import {
  deleteSpaceTranslation,
  getSpaceTranslation,
  runSpaceTranslation,
  type Progress,
  type Space,
  type TranslatedSpace,
  updateSpaceTranslation,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, TextField } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Said } from "../../ui/Said.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { translationWords } from "../../words/translations.ts";
import { languageName } from "../../ui/languageName.ts";
import { TranslatedPages } from "./TranslatedPages.tsx";
import { spaceTranslationOf } from "../../api/spaceTranslation.ts";

export default function SpaceTranslation({ space }: RouteParams<"spaceTranslation">) {
  const { data: it } = useNeeded(spaceOf(space));
  const { data: translation } = useNeeded(spaceTranslationOf(space));
  const trail = [
    { title: it?.title ?? "", href: addressOf("space", { space }) },
    { title: words.translations, href: addressOf("spaceTranslation", { space }) },
  ];
  return (
    <Frame title={words.translations} trail={trail} organization={it?.organization}>
      <div className="column">
        {it === undefined || translation === undefined ? (
          <Skeleton />
        ) : translation === null ? (
          <Notice
            icon="language"
            title={translationWords.notTranslated}
            text={translationWords.notTranslatedText}
          >
            <Link className="button" href={addressOf("translations", { organization: it.organization })}>
              {words.translations}
            </Link>
          </Notice>
        ) : (
          <TranslationBody space={it} translation={translation} />
        )}
      </div>
    </Frame>
  );
}

interface TranslationProps {
  readonly space: Space;
  readonly translation: TranslatedSpace;
}

function TranslationBody({ space, translation }: TranslationProps) {
  const [said, say] = useState<string>();
  const { pages, permissions } = translation;
  return (
    <>
      <header className="head">
        <h1>{translationWords.ofSpace(space.title, languageName(translation.language))}</h1>
        {permissions.admin ? <RunButton space={space.id} said={say} /> : null}
      </header>
      <p className="lead">{translationWords.counts(pages.missing, pages.outdated, pages.current)}</p>
      <Said text={said} />
      <TranslatedPages translation={translation} said={say} />
      {permissions.admin ? (
        <>
          <HowCard space={space} translation={translation} />
          <EndCard space={space} translation={translation} />
        </>
      ) : null}
    </>
  );
}

/** Has the translator write what is missing and outdated, and tells how far it is. */
function RunButton({ space, said }: { readonly space: string; readonly said: (text: string) => void }) {
  const [progress, tell] = useState<Progress>();
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const run = async (): Promise<void> => {
    fail(undefined);
    tell({});
    try {
      await runSpaceTranslation(client, space).done({ onProgress: tell });
      said(translationWords.ran);
    } finally {
      tell(undefined);
      void cache.invalidateQueries({ queryKey: ["space", space] });
    }
  };
  return (
    <div className="actions">
      {error === undefined ? null : <Refusal error={error} />}
      <span role="status" className="muted">
        {progress === undefined ? "" : translationWords.running(progress.done, progress.total)}
      </span>
      <button
        type="button"
        className="button"
        disabled={progress !== undefined}
        onClick={() => void run().catch(fail)}
      >
        {translationWords.run}
      </button>
    </div>
  );
}

function HowCard({ space, translation }: TranslationProps) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `translated ${space.id}`,
    thing: translation,
    fields: ({ automatic, instructions }) => ({ automatic, instructions: instructions ?? "" }),
    write: ({ automatic, instructions }, options) =>
      updateSpaceTranslation(
        client,
        space.id,
        {
          ...(automatic === undefined ? {} : { automatic }),
          ...(instructions === undefined
            ? {}
            : { instructions: instructions.trim() === "" ? null : instructions }),
        },
        options,
      ),
    read: () => getSpaceTranslation(client, space.id),
    saved: (thing) => cache.setQueryData(spaceTranslationOf(space.id).queryKey, thing),
  });
  const { automatic, instructions } = translationWords;
  return (
    <Card
      title={translationWords.settings}
      draft={draft}
      saved={translationWords.settingsSaved}
      names={{ automatic, instructions }}
      about={{ organization: space.organization, target: space.id }}
    >
      <Check label={automatic} value={draft.values.automatic} set={(is) => draft.set({ automatic: is })} />
      <TextField
        label={instructions}
        help={translationWords.instructionsHelp}
        error={faultsOf(draft.error, ["instructions"]).of("instructions")}
        rows={4}
        value={draft.values.instructions}
        set={(text) => draft.set({ instructions: text })}
      />
    </Card>
  );
}

function EndCard({ space }: TranslationProps) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={translationWords.end} text={translationWords.endText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {translationWords.endButton}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={`${translationWords.end}?`}
        verb={translationWords.endVerb}
        act={async () => {
          await deleteSpaceTranslation(client, space.id);
          go(addressOf("space", { space: space.id }));
          void cache.invalidateQueries({ queryKey: ["space", space.id] });
        }}
      >
        <p>{translationWords.endText}</p>
      </Ask>
    </Card>
  );
}
