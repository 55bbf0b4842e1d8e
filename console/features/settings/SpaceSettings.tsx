/** What holds for a space. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import {
  deleteSpaceById,
  getSpaceById,
  type Space,
  type SpaceMergeRules,
  type TranslationLanguage,
  updateSpaceById,
  type UpdateSpace,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { emojiText } from "../../../design/emoji.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { collectionsOf, space as spaceOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { words } from "../../words.ts";
import { settingsWords } from "../../words/settings.ts";
import { MoveContent } from "../collections/MoveContent.tsx";
import { languageChoices } from "./languages.ts";
import { MergeRulesField, mergeRulesInWords } from "./MergeRules.tsx";
import { SpaceArea } from "./SpaceArea.tsx";
import { sayDeleted, useRestoring } from "../trash/useRestoring.ts";

export default function SpaceSettings({ space }: RouteParams<"spaceSettings">) {
  const { data: it } = useNeeded(spaceOf(space));
  return (
    <SpaceArea space={it} tab="spaceSettings">
      {(shown) => (
        <>
          <Appearance space={shown} />
          <Editing space={shown} />
          <Merging space={shown} />
          <Access space={shown} />
          <Place space={shown} />
          <Deleting space={shown} />
        </>
      )}
    </SpaceArea>
  );
}

interface SpacePartProps {
  readonly space: Space;
}

/** The draft of some of a space's fields. */
function useSpaceDraft<Fields extends object>(
  part: string,
  space: Space,
  fields: (of: Space) => Fields,
  body: (changed: Partial<Fields>) => UpdateSpace,
) {
  const cache = useQueryClient();
  const { id, organization } = space;
  return useDraft({
    id: `space ${id} ${part}`,
    thing: space,
    fields,
    write: (changed, options) => updateSpaceById(client, id, body(changed), options),
    read: () => getSpaceById(client, id),
    saved: (thing) => {
      cache.setQueryData(spaceOf(id).queryKey, thing);
      void cache.invalidateQueries({ queryKey: ["organization", organization, "spaces"] });
    },
  });
}

function Appearance({ space }: SpacePartProps) {
  const draft = useSpaceDraft(
    "appearance",
    space,
    ({ title, emoji, language }) => ({
      title,
      emoji: emojiText(emoji) ?? emoji,
      language: (language ?? "") as TranslationLanguage | "",
    }),
    ({ emoji, language, ...rest }) => ({
      ...rest,
      ...(emoji === undefined ? {} : { emoji: emoji.trim() === "" ? null : emoji.trim() }),
      ...(language === undefined || language === "" ? {} : { language }),
    }),
  );
  const faults = faultsOf(draft.error, ["title", "emoji", "language"]);
  const { spaceTitle, emoji, language } = settingsWords;
  return (
    <Card
      title={settingsWords.space}
      text={settingsWords.spaceText}
      draft={draft}
      saved={settingsWords.spaceSaved}
      names={{ title: spaceTitle, emoji, language }}
      about={{ organization: space.organization, target: space.id }}
    >
      <TextField
        label={spaceTitle}
        error={faults.of("title")}
        value={draft.values.title}
        set={(title) => draft.set({ title })}
      />
      <TextField
        label={emoji}
        help={settingsWords.emojiHelp}
        error={faults.of("emoji")}
        value={draft.values.emoji}
        set={(value) => draft.set({ emoji: value })}
      />
      <ChoiceField
        label={language}
        error={faults.of("language")}
        value={draft.values.language}
        set={(value) => draft.set({ language: value })}
        choices={[
          ...(space.language === undefined ? [["", settingsWords.noLanguage] as const] : []),
          ...languageChoices(),
        ]}
      />
    </Card>
  );
}

function Editing({ space }: SpacePartProps) {
  const draft = useSpaceDraft(
    "editing",
    space,
    ({ editMode }) => ({ editMode }),
    (changed) => changed,
  );
  return (
    <Card
      title={settingsWords.editing}
      text={settingsWords.editingText}
      draft={draft}
      saved={settingsWords.editModeSaved}
      names={{ editMode: settingsWords.editMode }}
      say={(value) => settingsWords.editModes[value as Space["editMode"]]}
      about={{ organization: space.organization, target: space.id }}
    >
      <ChoiceField
        label={settingsWords.editMode}
        value={draft.values.editMode}
        set={(editMode) => draft.set({ editMode })}
        choices={[
          ["live", settingsWords.editModes.live],
          ["locked", settingsWords.editModes.locked],
        ]}
      />
    </Card>
  );
}

function Merging({ space }: SpacePartProps) {
  const draft = useSpaceDraft(
    "merging",
    space,
    ({ mergeRules }) => ({ mergeRules }),
    (changed) => changed,
  );
  return (
    <Card
      title={settingsWords.mergeRules}
      draft={draft}
      saved={settingsWords.mergeRulesSaved}
      names={{ mergeRules: settingsWords.mergeRules }}
      say={(value) => mergeRulesInWords(value as SpaceMergeRules)}
      about={{ organization: space.organization, target: space.id }}
    >
      <MergeRulesField
        organization={space.organization}
        kinds={["inherit", "none", "rules"]}
        value={draft.values.mergeRules}
        set={(mergeRules) => draft.set({ mergeRules })}
        error={draft.error}
      />
    </Card>
  );
}

function Access({ space }: SpacePartProps) {
  return (
    <Card title={settingsWords.access} text={settingsWords.accessText}>
      <p>{settingsWords.visibilityIs(words.visibilities[space.visibility])}</p>
      <div className="card-acts">
        <Link className="button-quiet" href={addressOf("spacePermissions", { space: space.id })}>
          {settingsWords.accessLink}
        </Link>
      </div>
    </Card>
  );
}

function Place({ space }: SpacePartProps) {
  const [isMoving, move] = useState(false);
  const { data: collections } = useQuery(collectionsOf(space.organization));
  const parent = collections?.find(({ id }) => id === space.parent);
  const place = parent === undefined ? settingsWords.isUnseen : settingsWords.isIn(parent.title);
  return (
    <Card title={settingsWords.place} text={settingsWords.placeText}>
      {space.parent === undefined ? (
        <p>{settingsWords.isAtTop}</p>
      ) : (
        <p>{collections === undefined ? "\u00a0" : place}</p>
      )}
      <div className="card-acts">
        <button type="button" className="button button-secondary" onClick={() => move(true)}>
          {words.moveTo}
        </button>
      </div>
      <MoveContent of={space} isOpen={isMoving} close={() => move(false)} />
    </Card>
  );
}

function Deleting({ space }: SpacePartProps) {
  const { id, title, organization } = space;
  const restore = useRestoring(organization);
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={settingsWords.trash} text={settingsWords.trashText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {settingsWords.deleteSpace}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={settingsWords.deleteTitle(title)}
        verb={settingsWords.deleteSpaceVerb}
        name={title}
        act={async () => {
          await deleteSpaceById(client, id);
          sayDeleted(space, restore);
          go(addressOf("home", { organization }));
          void cache.invalidateQueries({ queryKey: ["organization", organization] });
        }}
      >
        <p>{settingsWords.trashText}</p>
      </Ask>
    </Card>
  );
}
