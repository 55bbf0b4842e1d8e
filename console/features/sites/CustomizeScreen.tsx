/** How a site looks: its settings, and beside them the site as readers would see it with them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getSiteCustomizationById,
  LecternError,
  type SiteCustomizationSettings,
  type SiteStructure,
  updateSiteCustomizationById,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { site as siteOf, siteLook, siteStructure } from "../../api/queries.ts";
import type { RouteParams } from "../../routes.ts";
import { Card } from "../../ui/Card.tsx";
import { sentence } from "../../ui/faults.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { lookWords } from "../../words/look.ts";
import { LivePreview } from "./LivePreview.tsx";
import { fieldsOf, type LookFields, lookWith, type LookPath } from "./look.ts";
import type { LookForm } from "./lookForm.tsx";
import { LookGroups } from "./LookGroups.tsx";
import { SiteArea } from "./SiteArea.tsx";
import { siteSpacesOf } from "./structure.ts";

export default function CustomizeScreen({ organization, site }: RouteParams<"siteLook">) {
  return (
    <SiteArea organization={organization} site={site} tab="siteLook" isWide>
      {() => <Loaded organization={organization} site={site} />}
    </SiteArea>
  );
}

function Loaded({ organization, site }: RouteParams<"siteLook">) {
  const { data: look } = useQuery({ ...siteLook(organization, site), throwOnError: true });
  const { data: structure } = useQuery({ ...siteStructure(organization, site), throwOnError: true });
  if (look === undefined || structure === undefined) return <Skeleton />;
  return <Customize organization={organization} site={site} look={look} structure={structure} />;
}

interface CustomizeProps extends RouteParams<"siteLook"> {
  readonly look: SiteCustomizationSettings;
  readonly structure: SiteStructure;
}

function Customize({ organization, site, look, structure }: CustomizeProps) {
  const [unshown, tell] = useState<Error>();
  const [view, turn] = useState<"settings" | "preview">("settings");
  const draft = useLookDraft(organization, site, look);
  const places = siteSpacesOf(structure);
  const spaces = [...new Map(places.map(({ space }) => [space.id, space.title] as const))];
  const [keeper] = places.map(({ space }) => space);
  const form: LookForm = {
    organization,
    site,
    keeper,
    values: draft.values,
    set: draft.set,
    fault: (path, within) =>
      faultAt(draft.error, "", path, within) ?? faultAt(unshown, "/customization", path, within),
  };
  return (
    <div className="customize" data-view={view}>
      <div className="customize-views" role="group" aria-label={lookWords.customize}>
        {(["settings", "preview"] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="button button-secondary"
            aria-pressed={view === name}
            onClick={() => turn(name)}
          >
            {lookWords[name]}
          </button>
        ))}
      </div>
      <Card<LookFields>
        title={lookWords.customize}
        text={lookWords.text}
        draft={draft}
        saved={lookWords.saved}
        names={lookWords.fields}
        say={said}
        about={{ organization, target: site }}
      >
        <LookGroups form={form} spaces={spaces} />
      </Card>
      {places.length === 0 ? (
        <section className="preview" aria-label={lookWords.preview}>
          <Notice icon="globe" title={lookWords.emptySite} text={lookWords.emptySiteText} />
        </section>
      ) : (
        <LivePreview
          organization={organization}
          site={site}
          look={lookWith(look, draft.values)}
          variants={places.map(({ id, title }) => [id, title] as const)}
          tell={tell}
        />
      )}
    </div>
  );
}

/** What is changed of a look: readers see it when all of it is saved. */
function useLookDraft(organization: string, site: string, look: SiteCustomizationSettings) {
  const cache = useQueryClient();
  return useDraft({
    id: `look ${site}`,
    thing: look,
    fields: fieldsOf,
    write: (changed, options) =>
      updateSiteCustomizationById(
        client,
        organization,
        site,
        lookWith((options.ifUnchanged ?? look) as SiteCustomizationSettings, changed),
        options,
      ),
    read: () => getSiteCustomizationById(client, organization, site),
    saved: (now) => {
      cache.setQueryData(siteLook(organization, site).queryKey, now);
      // Its icon is the favicon, and its version is the look's.
      void cache.invalidateQueries({ queryKey: siteOf(organization, site).queryKey, exact: true });
    },
  });
}

/** The sentence for a field of a look, or for a part of it. @param before where the request has the look */
function faultAt(
  error: Error | undefined,
  before: string,
  path: LookPath,
  within: string | undefined,
): string | undefined {
  if (!(error instanceof LecternError)) return undefined;
  const at = [before, ...path.split("."), ...(within === undefined ? [] : [within])]
    .join("/")
    .replace(/^(?!\/)/, "/");
  const found = error.details.find((detail) => detail.path === at || detail.path.startsWith(`${at}/`));
  return found === undefined ? undefined : sentence(found.message);
}

/** A value of a setting in a conflict. */
function said(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value).map(said).join(", ");
}
