/** How a site looks: its settings, and beside them the site as readers would see it with them. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import {
  getSiteCustomizationById,
  getSiteSpaceCustomizationById,
  LecternError,
  overrideSiteSpaceCustomizationById,
  type SiteCustomizationSettings,
  type SiteSpace,
  type SiteSpaceCustomizationSettings,
  type SiteStructure,
  updateSiteCustomizationById,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { type FieldDraft, useDraft } from "../../api/draft.ts";
import { site as siteOf, siteLook, siteStructure } from "../../api/queries.ts";
import type { RouteParams } from "../../routes.ts";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { sentence } from "../../ui/faults.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { lookWords } from "../../words/look.ts";
import { LivePreview, type TriedLook } from "./LivePreview.tsx";
import {
  fieldsOf,
  type LookFields,
  lookWith,
  type LookPath,
  type OwnFields,
  ownFieldsOf,
  ownPatch,
} from "./look.ts";
import type { LookForm } from "./lookForm.tsx";
import { LookGroups } from "./LookGroups.tsx";
import { SiteArea } from "./SiteArea.tsx";
import { namedPlacesOf, siteSpacesOf } from "./structure.ts";
import { spaceChoices } from "../../ui/spaceName.ts";

export default function CustomizeScreen({ organization, site }: RouteParams<"siteLook">) {
  return (
    <SiteArea organization={organization} site={site} tab="siteLook" isWide>
      {() => <Loaded organization={organization} site={site} />}
    </SiteArea>
  );
}

function Loaded({ organization, site }: RouteParams<"siteLook">) {
  const { data: look } = useNeeded(siteLook(organization, site));
  const { data: structure } = useNeeded(siteStructure(organization, site));
  const [params] = useSearchParams();
  if (look === undefined || structure === undefined) return <Skeleton />;
  const props = { organization, site, look, structure };
  const place = siteSpacesOf(structure).find(({ id }) => id === params.get("space"));
  if (place === undefined) return <SiteLook {...props} />;
  return <SpaceLook key={place.id} {...props} place={place} />;
}

interface LookProps extends RouteParams<"siteLook"> {
  readonly look: SiteCustomizationSettings;
  readonly structure: SiteStructure;
}

/** The look of the whole site. */
function SiteLook(props: LookProps) {
  const { organization, site, look } = props;
  const cache = useQueryClient();
  const draft = useDraft({
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
    // Readers see it when all of it is saved.
    saved: (now) => {
      cache.setQueryData(siteLook(organization, site).queryKey, now);
      // Its icon is the favicon, and its version is the look's.
      void cache.invalidateQueries({ queryKey: siteOf(organization, site).queryKey, exact: true });
    },
  });
  return (
    <Customize
      {...props}
      draft={draft}
      values={draft.values}
      tried={{ customization: lookWith(look, draft.values) }}
      variants={namedPlacesOf(props.structure)}
      text={lookWords.text}
    />
  );
}

interface SpaceLookProps extends LookProps {
  readonly place: SiteSpace;
}

/** What one of its spaces has otherwise. */
function SpaceLook(props: SpaceLookProps) {
  const { organization, site, place } = props;
  const { data } = useNeeded({
    queryKey: ["organization", organization, "site", site, "look", place.id],
    structuralSharing: false,
    queryFn: () => getSiteSpaceCustomizationById(client, organization, site, place.id),
  });
  return data === undefined ? <Skeleton /> : <OwnLook {...props} own={data} />;
}

function OwnLook(props: SpaceLookProps & { readonly own: SiteSpaceCustomizationSettings }) {
  const { organization, site, look, place, own } = props;
  const cache = useQueryClient();
  const draft = useDraft<SiteSpaceCustomizationSettings, OwnFields>({
    id: `look ${place.id}`,
    thing: own,
    fields: ({ overrides }) => ownFieldsOf(overrides),
    write: (changed, options) =>
      overrideSiteSpaceCustomizationById(client, organization, site, place.id, ownPatch(changed), options),
    read: () => getSiteSpaceCustomizationById(client, organization, site, place.id),
    saved: (now) => cache.setQueryData(["organization", organization, "site", site, "look", place.id], now),
  });
  const said = Object.entries(draft.values).filter(([, value]) => value !== undefined);
  const none = Object.fromEntries(said.map(([path]) => [path, undefined])) as Partial<OwnFields>;
  return (
    <Customize
      {...props}
      draft={draft}
      values={fieldsOf(lookWith(look, Object.fromEntries(said)))}
      tried={{ overrides: ownPatch(draft.values) }}
      variants={namedPlacesOf(props.structure).filter(([id]) => id === place.id)}
      text={lookWords.ownText(place.title)}
      own={{
        has: (path) => draft.values[path] !== undefined,
        giveBack: (path) => draft.set({ [path]: undefined }),
        ...(said.length === 0 ? {} : { giveAllBack: () => draft.set(none) }),
      }}
    />
  );
}

interface CustomizeProps extends LookProps {
  readonly draft: Omit<FieldDraft<LookFields> | FieldDraft<OwnFields>, "values">;
  readonly values: LookFields;
  readonly tried: TriedLook;
  /** The places of spaces that the preview may begin with. */
  readonly variants: readonly (readonly [id: string, title: string])[];
  readonly text: string;
  readonly own?: LookForm["own"] & { readonly giveAllBack?: () => void };
  readonly place?: SiteSpace;
}

function Customize(props: CustomizeProps) {
  const { organization, site, structure, draft, values, tried, variants, text, own, place } = props;
  const [unshown, tell] = useState<Error>();
  const [view, turn] = useState<"settings" | "preview">("settings");
  const places = siteSpacesOf(structure);
  const [keeper] = places.map(({ space }) => space);
  const before = own === undefined ? "/customization" : "/overrides";
  const form: LookForm = {
    organization,
    site,
    keeper,
    values,
    set: draft.set,
    fault: (path, within) => faultAt(draft.error, "", path, within) ?? faultAt(unshown, before, path, within),
    ...(own === undefined ? {} : { own }),
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
        text={text}
        draft={{ ...draft, values } as FieldDraft<LookFields>}
        saved={lookWords.saved}
        names={lookWords.fields}
        say={said}
        about={{ organization, target: place?.id ?? site }}
      >
        <div className="look-parts">
          <LookOf structure={structure} place={place} giveAllBack={own?.giveAllBack} />
          <LookGroups form={form} spaces={spaceChoices(places.map(({ space }) => space))} />
        </div>
      </Card>
      {places.length === 0 ? (
        <section className="preview" aria-label={lookWords.preview}>
          <Notice icon="globe" title={lookWords.emptySite} text={lookWords.emptySiteText} />
        </section>
      ) : (
        <LivePreview organization={organization} site={site} tried={tried} variants={variants} tell={tell} />
      )}
    </div>
  );
}

interface LookOfProps {
  readonly structure: SiteStructure;
  readonly place: SiteSpace | undefined;
  readonly giveAllBack: (() => void) | undefined;
}

/** Whose look it is, where there are several. */
function LookOf({ structure, place, giveAllBack }: LookOfProps) {
  const [, choose] = useSearchParams();
  const named = namedPlacesOf(structure);
  if (named.length < 2 && place === undefined) return null;
  return (
    <div className="look-of">
      <ChoiceField
        label={lookWords.lookOf}
        value={place?.id ?? ""}
        set={(id) => choose(id === "" ? {} : { space: id })}
        choices={[["", lookWords.wholeSite], ...named]}
      />
      {giveAllBack === undefined ? null : (
        <button type="button" className="button button-secondary" onClick={giveAllBack}>
          {lookWords.allAsSite}
        </button>
      )}
    </div>
  );
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
