/** A description of an API: where it comes from, how it was read, what is wrong with it, and what it said before. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import {
  createOrUpdateOpenAPISpecBySlug,
  deleteOpenAPISpecBySlug,
  getOpenAPISpecBySlug,
  listOpenAPISpecVersions,
  type OpenAPISpec,
  updateOpenAPISpecBySlug,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { usePaged } from "../../api/paged.ts";
import { spec as specOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, FormDialog, Refusal } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Secret } from "../../ui/Secret.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { developerWords } from "../../words/developers.ts";
import { Area } from "../organization/Area.tsx";
import { EMPTY_SOURCE, isWhole, SourceFields, sourceOf } from "./SourceFields.tsx";
import { specsOf } from "./specs.ts";
import { SpecState } from "./SpecState.tsx";

export default function SpecScreen({ organization, spec: slug }: RouteParams<"spec">) {
  const { data: it } = useNeeded({
    ...specOf(organization, slug),
    refetchInterval: ({ state }) => (state.data?.processingState === "complete" ? false : 2_000),
  });
  const inside = { title: slug, href: addressOf("spec", { organization, spec: slug }) };
  return (
    <Area organization={organization} area="developers" tab="specs" inside={inside}>
      {() => (it === undefined ? <Skeleton /> : <SpecBody organization={organization} spec={it} />)}
    </Area>
  );
}

interface SpecProps {
  readonly organization: string;
  readonly spec: OpenAPISpec;
}

function SpecBody({ organization, spec }: SpecProps) {
  const mayEdit = spec.permissions.edit;
  return (
    <>
      <header className="head">
        <h1>{spec.slug}</h1>
        {mayEdit ? <SourceActions organization={organization} spec={spec} /> : null}
      </header>
      <p className="lead facts-line">
        <SpecState spec={spec} />
        {spec.lastProcessedAt === undefined ? null : (
          <Time at={spec.lastProcessedAt} say={developerWords.specRead} />
        )}
        {spec.sourceURL === undefined ? null : <span>{developerWords.specFrom(spec.sourceURL)}</span>}
      </p>
      {(spec.lastProcessedErrors ?? []).length === 0 ? null : (
        <>
          <h2>{developerWords.specProblems}</h2>
          <ul className="list">
            {spec.lastProcessedErrors?.map(({ message }) => (
              <li key={message} className="list-row">
                {message}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{developerWords.versions}</h2>
      <Versions organization={organization} spec={spec} />
      {mayEdit ? (
        <>
          <VisibilityCard organization={organization} spec={spec} />
          <SpecEnd organization={organization} spec={spec} />
        </>
      ) : null}
    </>
  );
}

/** Has its source read again, or takes another one. */
function SourceActions({ organization, spec }: SpecProps) {
  const [isOpen, open] = useState(false);
  const [source, setSource] = useState(EMPTY_SOURCE);
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const { slug, sourceURL } = spec;
  const reread = () => {
    void cache.invalidateQueries({ queryKey: specOf(organization, slug).queryKey });
    void cache.invalidateQueries({ queryKey: specsOf(organization) });
  };
  const readAgain = async (url: string): Promise<void> => {
    fail(undefined);
    await createOrUpdateOpenAPISpecBySlug(client, organization, slug, { source: { url } });
    reread();
  };
  return (
    <div className="actions">
      {error === undefined ? null : <Refusal error={error} />}
      {sourceURL === undefined ? null : (
        <button
          type="button"
          className="button button-secondary"
          onClick={() => void readAgain(sourceURL).catch(fail)}
        >
          {developerWords.readAgain}
        </button>
      )}
      <button type="button" className="button" onClick={() => open(true)}>
        {developerWords.replaceSource}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={developerWords.replaceSource.replace("…", "")}
        verb={developerWords.replaceVerb}
        isReady={isWhole(source)}
        isDirty={isWhole(source)}
        forget={() => setSource(EMPTY_SOURCE)}
        act={async () =>
          createOrUpdateOpenAPISpecBySlug(client, organization, slug, { source: await sourceOf(source) })
        }
        done={reread}
      >
        {(refused) => <SourceFields source={source} set={setSource} error={refused} />}
      </FormDialog>
    </div>
  );
}

function Versions({ organization, spec }: SpecProps) {
  const of = usePaged([...specsOf(organization), spec.slug, "versions", spec.lastVersion], () =>
    listOpenAPISpecVersions(client, organization, spec.slug),
  );
  return (
    <Rows
      of={of}
      label={developerWords.versions}
      heads={[developerWords.version, developerWords.when, ""]}
      keyOf={({ id }) => id}
      empty={<p className="nothing">{developerWords.noVersions}</p>}
      row={(version) => (
        <>
          <th scope="row">
            <code>{version.id}</code>{" "}
            {version.id === spec.lastVersion ? <span className="tag">{developerWords.used}</span> : null}
          </th>
          <td className="when">
            <Time at={version.createdAt} say={(when) => when} />
          </td>
          <td>
            <a href={version.url} target="_blank" rel="noopener">
              {developerWords.openFile}
            </a>
          </td>
        </>
      )}
    />
  );
}

function VisibilityCard({ organization, spec }: SpecProps) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `spec ${spec.id}`,
    thing: spec,
    fields: ({ visibility }) => ({ visibility }),
    write: ({ visibility }, options) =>
      updateOpenAPISpecBySlug(
        client,
        organization,
        spec.slug,
        { visibility: visibility ?? spec.visibility },
        options,
      ),
    read: () => getOpenAPISpecBySlug(client, organization, spec.slug),
    saved: (thing) => cache.setQueryData(specOf(organization, spec.slug).queryKey, thing),
  });
  return (
    <Card
      title={developerWords.specVisibility}
      draft={draft}
      saved={developerWords.specSaved}
      names={{ visibility: developerWords.specVisibility }}
      say={(value) => developerWords.visibilities[value as OpenAPISpec["visibility"]]}
      about={{ organization, target: spec.id }}
    >
      <ChoiceField
        label={developerWords.specVisibility}
        value={draft.values.visibility}
        set={(visibility) => draft.set({ visibility })}
        choices={[
          ["private", developerWords.visibilities.private],
          ["public", developerWords.visibilities.public],
        ]}
      />
      {spec.urls.published === undefined ? null : (
        <Secret label={developerWords.published} value={spec.urls.published} />
      )}
    </Card>
  );
}

function SpecEnd({ organization, spec: { slug } }: SpecProps) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={developerWords.deleteSpecVerb} text={developerWords.deleteSpecText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {developerWords.deleteSpec}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={developerWords.deleteSpecTitle(slug)}
        verb={developerWords.deleteSpecVerb}
        act={async () => {
          await deleteOpenAPISpecBySlug(client, organization, slug);
          go(addressOf("specs", { organization }));
          void cache.invalidateQueries({ queryKey: specsOf(organization) });
        }}
      >
        <p>{developerWords.deleteSpecText}</p>
      </Ask>
    </Card>
  );
}
