/** What a part of a site is called, where it is, for whom, and whether readers begin with it. */
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import {
  type CallOptions,
  getSiteSpaceCustomizationById,
  overrideSiteSpaceCustomizationById,
  type Site,
  type SiteSection,
  type SiteSpace,
  type SiteSpaceCustomizationSettings,
  updateSiteById,
  updateSiteExternalLinkById,
  updateSiteSectionById,
  updateSiteSectionGroupById,
  updateSiteSpaceById,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { addressOf } from "../../routes.ts";
import { Card } from "../../ui/Card.tsx";
import { Check, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { siteWords } from "../../words/sites.ts";
import type { StructurePart } from "./structure.ts";

interface PartProps {
  /** The organization's id. */
  readonly organization: string;
  readonly site: Site;
  readonly part: StructurePart;
  /** Reads the site again. */
  readonly changed: () => Promise<void>;
  readonly askToTakeOut: (id: string) => void;
}

interface Fields {
  readonly title: string;
  readonly url: string;
  readonly path: string;
  readonly icon: string;
  readonly description: string;
  readonly condition: string;
  readonly draft: boolean;
}

type TextName = Exclude<keyof Fields, "draft">;

const NAMES: Readonly<Record<keyof Fields, string>> = {
  title: siteWords.partTitle,
  url: siteWords.linkAddress,
  path: siteWords.path,
  icon: siteWords.icon,
  description: siteWords.description,
  condition: siteWords.forWhomShown,
  draft: siteWords.draft,
};

const SHOWN: Readonly<Record<StructurePart["object"], readonly TextName[]>> = {
  "site-external-link": ["title", "url", "icon", "description", "condition"],
  "site-section-group": ["title", "icon"],
  "site-section": ["title", "path", "icon", "description", "condition"],
  "site-space": ["path", "condition"],
};

export function PartSettings(props: PartProps) {
  const { organization, site, part } = props;
  const { data } = useNeeded({
    queryKey: ["organization", organization, "site", site.id, "part", part.id],
    structuralSharing: false,
    staleTime: 0,
    queryFn: () => readPart(organization, site.id, part),
  });
  return data === undefined ? <Skeleton rows={3} /> : <Loaded {...props} read={data} />;
}

/** A change of nothing answers with how the part stands, and its version: parts have no other answer of their own. */
function readPart(organization: string, site: string, part: StructurePart): Promise<StructurePart> {
  return writePart(organization, site, part, {}, {});
}

/** What can't be cleared. */
const NEEDED: ReadonlySet<string> = new Set(["title", "path", "url"]);

function writePart(
  organization: string,
  site: string,
  { object, id }: StructurePart,
  changed: Partial<Fields>,
  options: CallOptions,
): Promise<StructurePart> {
  const emptied = Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, value === "" && !NEEDED.has(name) ? null : value]),
  );
  if (object === "site-section")
    return updateSiteSectionById(client, organization, site, id, emptied, options);
  if (object === "site-section-group")
    return updateSiteSectionGroupById(client, organization, site, id, emptied, options);
  if (object === "site-external-link")
    return updateSiteExternalLinkById(client, organization, site, id, emptied, options);
  return updateSiteSpaceById(client, organization, site, id, emptied, options);
}

const fieldsOf = (part: StructurePart): Fields => ({
  title: part.title,
  url: "url" in part ? part.url : "",
  path: "path" in part ? part.path : "",
  icon: "icon" in part ? (part.icon ?? "") : "",
  description: "description" in part ? (part.description ?? "") : "",
  condition: "condition" in part ? (part.condition ?? "") : "",
  draft: part.draft,
});

function Loaded(props: PartProps & { readonly read: StructurePart }) {
  const { organization, site, part, changed, read } = props;
  const cache = useQueryClient();
  const key = ["organization", organization, "site", site.id, "part", part.id];
  const draft = useDraft<StructurePart, Fields>({
    id: `part ${part.id}`,
    thing: read,
    fields: fieldsOf,
    write: (fields, options) => writePart(organization, site.id, part, fields, options),
    read: () => readPart(organization, site.id, part),
    saved: (now) => {
      cache.setQueryData(key, now);
      void changed();
    },
  });
  const shown = SHOWN[part.object];
  const faults = faultsOf(draft.error, shown);
  const isDefault = "default" in part && part.default === true;
  const helps: Partial<Record<keyof Fields, string>> = {
    path: isDefault ? siteWords.pathOfDefault : siteWords.pathHelp,
    icon: siteWords.iconHelp,
    url: siteWords.linkAddressHelp,
    condition: siteWords.conditionHelp,
  };
  return (
    <div className="structure-part">
      <Card<Fields>
        title={part.title}
        text={siteWords.kinds[part.object]}
        draft={draft}
        saved={siteWords.savedPart}
        names={NAMES}
        about={{ organization, target: part.id }}
      >
        {shown.map((name) => (
          <TextField
            key={name}
            label={NAMES[name]}
            help={helps[name]}
            error={faults.of(name)}
            value={draft.values[name]}
            set={(value) => draft.set({ [name]: value })}
          />
        ))}
        {part.object === "site-external-link" ? (
          <Check
            label={siteWords.draft}
            help={siteWords.draftHelp}
            value={draft.values.draft}
            set={(value) => draft.set({ draft: value })}
          />
        ) : null}
      </Card>
      {part.object === "site-space" ? (
        <OwnTitle organization={organization} site={site} part={part} changed={changed} />
      ) : null}
      <Acts {...props} isDefault={isDefault} />
    </div>
  );
}

/** What else can be done with a part. */
function Acts(props: PartProps & { readonly isDefault: boolean }) {
  const { organization, site, part, changed, askToTakeOut, isDefault } = props;
  const look = addressOf("siteLook", { organization, site: site.id });
  return (
    <div className="card-acts">
      {part.object === "site-section-group" || part.object === "site-external-link" || isDefault ? null : (
        <MakeDefault organization={organization} site={site} part={part} changed={changed} />
      )}
      {part.object === "site-space" ? (
        <>
          <Link className="button button-secondary" href={`${look}?space=${part.id}`}>
            {siteWords.ownLook}
          </Link>
          <Link className="button button-secondary" href={addressOf("space", { space: part.space.id })}>
            {siteWords.openSpace}
          </Link>
        </>
      ) : null}
      <button type="button" className="button button-secondary" onClick={() => askToTakeOut(part.id)}>
        {siteWords.takeOut}
      </button>
    </div>
  );
}

interface DefaultProps extends Pick<PartProps, "organization" | "site" | "changed"> {
  readonly part: SiteSection | SiteSpace;
}

function MakeDefault({ organization, site, part, changed }: DefaultProps) {
  const act = async (): Promise<void> => {
    try {
      if (part.object === "site-section")
        await updateSiteById(client, organization, site.id, { defaultSiteSection: part.id });
      else if (part.section === undefined)
        await updateSiteById(client, organization, site.id, { defaultSiteSpace: part.id });
      else
        await updateSiteSectionById(client, organization, site.id, part.section, {
          defaultSiteSpace: part.id,
        });
      say({ text: siteWords.madeDefault(part.title) });
    } catch (error) {
      sayNotDone(error);
    }
    await changed();
  };
  return (
    <button type="button" className="button button-secondary" onClick={() => void act()}>
      {siteWords.makeDefault}
    </button>
  );
}

interface OwnTitleProps extends Pick<PartProps, "organization" | "site" | "changed"> {
  readonly part: SiteSpace;
}

/** What a space is called on this site, where readers choose between several. */
function OwnTitle({ organization, site, part, changed }: OwnTitleProps) {
  const key = ["organization", organization, "site", site.id, "own title", part.id];
  const { data } = useNeeded({
    queryKey: key,
    structuralSharing: false,
    queryFn: () => getSiteSpaceCustomizationById(client, organization, site.id, part.id),
  });
  return data === undefined ? null : (
    <OwnTitleCard {...{ organization, site, part, changed }} look={data} queryKey={key} />
  );
}

interface OwnTitleCardProps extends OwnTitleProps {
  readonly look: SiteSpaceCustomizationSettings;
  readonly queryKey: readonly string[];
}

function OwnTitleCard({ organization, site, part, changed, look, queryKey }: OwnTitleCardProps) {
  const cache = useQueryClient();
  const draft = useDraft<SiteSpaceCustomizationSettings, { readonly title: string }>({
    id: `own title ${part.id}`,
    thing: look,
    // Where the space has no title of its own here, the one of the site is answered in its place.
    fields: ({ overrides }) => ({ title: overrides.title ?? "" }),
    write: ({ title }, options) =>
      overrideSiteSpaceCustomizationById(
        client,
        organization,
        site.id,
        part.id,
        { title: title === undefined || title.trim() === "" ? null : title.trim() },
        options,
      ),
    read: () => getSiteSpaceCustomizationById(client, organization, site.id, part.id),
    saved: (now) => {
      cache.setQueryData(queryKey, now);
      void changed();
    },
  });
  return (
    <Card<{ readonly title: string }>
      title={siteWords.variantTitle}
      draft={draft}
      saved={siteWords.savedPart}
      names={{ title: siteWords.partTitle }}
      about={{ organization, target: part.id }}
    >
      <TextField
        label={siteWords.partTitle}
        help={siteWords.variantTitleHelp}
        error={faultsOf(draft.error, ["title"]).of("title")}
        value={draft.values.title}
        set={(title) => draft.set({ title })}
      />
    </Card>
  );
}
