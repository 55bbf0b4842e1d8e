/** Which claims visitors of a site may have: what conditions can ask for. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getSiteAdaptiveSchema,
  LecternError,
  NotFound,
  type SiteAdaptiveJSONSchema,
  type SiteAdaptiveSchema,
  updateSiteAdaptiveSchema,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { Card } from "../../ui/Card.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { audienceWords } from "../../words/audience.ts";
import { claimsOf, withClaims } from "./claims.ts";
import { type ClaimProblem, ClaimsForm } from "./ClaimsForm.tsx";

/** Ids. */
interface SiteIds {
  readonly organization: string;
  readonly site: string;
}

/** What there is, or that nobody has said it yet. */
interface Claims {
  readonly schema?: SiteAdaptiveSchema;
}

async function readClaims({ organization, site }: SiteIds): Promise<Claims> {
  try {
    return { schema: await getSiteAdaptiveSchema(client, organization, site) };
  } catch (error) {
    if (error instanceof NotFound) return {};
    throw error;
  }
}

export function ClaimsSchema({ organization, site }: SiteIds) {
  const key = ["organization", organization, "site", site, "claims"];
  const { data } = useNeeded({
    queryKey: key,
    structuralSharing: false,
    queryFn: () => readClaims({ organization, site }),
  });
  if (data === undefined) return <Skeleton rows={3} />;
  return <ClaimsCard organization={organization} site={site} claims={data} queryKey={key} />;
}

interface ClaimsCardProps extends SiteIds {
  readonly claims: Claims;
  readonly queryKey: readonly string[];
}

const textOf = ({ schema }: Claims): string =>
  schema === undefined ? "" : JSON.stringify(schema.jsonSchema, undefined, 2);

function ClaimsCard({ organization, site, claims, queryKey }: ClaimsCardProps) {
  const cache = useQueryClient();
  const draft = useDraft<Claims, { readonly text: string }>({
    id: `claims ${site}`,
    thing: claims,
    fields: (it) => ({ text: textOf(it) }),
    write: async ({ text = "" }, { ifUnchanged }) => {
      const { schema } = (ifUnchanged ?? {}) as Claims;
      const body = { jsonSchema: parsed(text) };
      const options = schema === undefined ? {} : { ifUnchanged: schema };
      return { schema: await updateSiteAdaptiveSchema(client, organization, site, body, options) };
    },
    read: () => readClaims({ organization, site }),
    saved: (now) => cache.setQueryData(queryKey, now),
  });
  const { text } = draft.values;
  const listed = claimsOf(text);
  const [shown, show] = useState<"form" | "json">("form");
  return (
    <Card<{ readonly text: string }>
      title={audienceWords.claims}
      text={audienceWords.claimsText}
      draft={draft}
      saved={audienceWords.savedClaims}
      names={{ text: audienceWords.schema }}
      about={{ organization, target: site }}
    >
      <div className="views" role="group" aria-label={audienceWords.claims}>
        {(["form", "json"] as const).map((view) => (
          <button key={view} type="button" aria-pressed={shown === view} onClick={() => show(view)}>
            {audienceWords.views[view]}
          </button>
        ))}
      </div>
      {shown === "json" ? (
        <TextField
          rows={12}
          label={audienceWords.schema}
          help={audienceWords.schemaHelp}
          error={problemsOf(draft.error)}
          placeholder={audienceWords.schemaExample}
          value={text}
          set={(typed) => draft.set({ text: typed })}
        />
      ) : listed === undefined ? (
        <p className="help">{audienceWords.jsonOnly}</p>
      ) : (
        <ClaimsForm
          claims={listed}
          set={(now) => draft.set({ text: withClaims(text, now) })}
          problems={problemsIn(draft.error)}
          openJSON={() => show("json")}
        />
      )}
    </Card>
  );
}

/** @throws what is said of a text that is no JSON */
function parsed(text: string): SiteAdaptiveJSONSchema {
  try {
    return JSON.parse(text) as SiteAdaptiveJSONSchema;
  } catch (error) {
    throw new Error(audienceWords.noJSON(error instanceof Error ? error.message : ""), { cause: error });
  }
}

/** What is wrong with a schema, by the places in it. */
function problemsIn(error: Error | undefined): readonly ClaimProblem[] {
  if (!(error instanceof LecternError)) return [];
  return error.details.map(({ path, message }) => ({ path: path.replace("/jsonSchema", ""), message }));
}

/** All of it, each with its place. */
function problemsOf(error: Error | undefined): string | undefined {
  const problems = problemsIn(error);
  if (problems.length === 0) return undefined;
  return problems.map(({ path, message }) => audienceWords.problem(path || "/", message)).join(" ");
}
