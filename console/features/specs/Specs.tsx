/** The descriptions of APIs that an organization has. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { createOpenAPISpec, listOpenAPISpecs, type OpenAPISpec } from "../../../sdk/src/index.ts";
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
import { developerWords } from "../../words/developers.ts";
import { Area } from "../organization/Area.tsx";
import { EMPTY_SOURCE, isWhole, SourceFields, sourceOf } from "./SourceFields.tsx";
import { specsOf } from "./specs.ts";
import { SpecState } from "./SpecState.tsx";

export default function Specs({ organization }: RouteParams<"specs">) {
  return (
    <Area
      organization={organization}
      area="developers"
      tab="specs"
      actions={({ id, permissions }) =>
        permissions.createOpenAPISpec ? <NewSpec organization={id} /> : null
      }
    >
      {({ id }) => <SpecList organization={id} />}
    </Area>
  );
}

const isUnread = ({ processingState }: OpenAPISpec): boolean => processingState !== "complete";

function SpecList({ organization }: { readonly organization: string }) {
  const of = usePaged(specsOf(organization), () => listOpenAPISpecs(client, organization), {
    everyWhile: [2_000, (items) => items.some(isUnread)],
  });
  return (
    <Rows
      of={of}
      label={developerWords.specs}
      heads={[developerWords.slug, developerWords.specState, developerWords.when]}
      keyOf={({ id }) => id}
      empty={<Notice icon="code" title={developerWords.noSpecs} text={developerWords.noSpecsText} />}
      row={(spec) => (
        <>
          <th scope="row">
            <span className="person-name">
              <Link href={addressOf("spec", { organization, spec: spec.slug })}>{spec.slug}</Link>
              <small className="cut">{spec.sourceURL}</small>
            </span>
          </th>
          <td>
            <SpecState spec={spec} />
          </td>
          <td className="when">
            {spec.lastProcessedAt === undefined ? (
              words.never
            ) : (
              <Time at={spec.lastProcessedAt} say={(when) => when} />
            )}
          </td>
        </>
      )}
    />
  );
}

function NewSpec({ organization }: { readonly organization: string }) {
  const [isOpen, open] = useState(false);
  const [slug, type] = useState("");
  const [source, setSource] = useState(EMPTY_SOURCE);
  const [, go] = useLocation();
  const cache = useQueryClient();
  const forget = (): void => {
    type("");
    setSource(EMPTY_SOURCE);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {developerWords.newSpec}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={developerWords.newSpec}
        verb={developerWords.newSpec}
        isReady={slug.trim() !== "" && isWhole(source)}
        isDirty={slug !== "" || isWhole(source)}
        forget={forget}
        act={async () =>
          createOpenAPISpec(client, organization, { slug: slug.trim(), source: await sourceOf(source) })
        }
        done={(spec) => {
          void cache.invalidateQueries({ queryKey: specsOf(organization) });
          go(addressOf("spec", { organization, spec: spec.slug }));
        }}
      >
        {(error) => (
          <>
            <TextField
              label={developerWords.slug}
              help={developerWords.slugHelp}
              error={faultsOf(error, ["slug", "source"]).of("slug")}
              value={slug}
              set={type}
            />
            <SourceFields source={source} set={setSource} error={error} />
          </>
        )}
      </FormDialog>
    </>
  );
}
