/** A redirect, made or changed by hand. */
import { useState } from "react";
import {
  createSiteRedirect,
  type SiteRedirect,
  type SiteRedirectDestinationInput,
  updateSiteRedirectById,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { say } from "../../ui/toasts.ts";
import { redirectWords } from "../../words/redirects.ts";
import { pathOn } from "./redirectRows.ts";
import { type RedirectsOf, sectionsOf, siteSpacesOf } from "./structure.ts";
import { spaceChoices } from "../../ui/spaceName.ts";

/** Where one leads: to a page that is named by its path, or, while it is changed, to the page where it leads already. */
type Kind = keyof typeof redirectWords.kinds;

interface RedirectForm {
  readonly source: string;
  readonly kind: Kind;
  readonly url: string;
  readonly path: string;
  /** The id of a space, a place or a section, by the kind. */
  readonly chosen: string | undefined;
  readonly permanent: boolean;
  readonly captures: boolean;
}

const FRESH: RedirectForm = {
  source: "",
  kind: "external",
  url: "https://",
  path: "",
  chosen: undefined,
  // As the API has it: what browsers remember can't be taken back.
  permanent: false,
  captures: true,
};

function formOf({ source, destination, permanent, captureWildcard }: SiteRedirect): RedirectForm {
  const form = { ...FRESH, source, permanent, captures: captureWildcard, kind: destination.kind };
  switch (destination.kind) {
    case "external":
      return { ...form, url: destination.url };
    case "site-space":
      return { ...form, chosen: destination.siteSpaceId };
    case "site-section":
      return { ...form, chosen: destination.siteSectionId };
    default:
      return form;
  }
}

const isPattern = ({ source }: RedirectForm): boolean => source.trim().endsWith("*");

/** What says where it leads. */
const TARGET = ["kind", "url", "path", "chosen"] as const;

type Choices = readonly (readonly [string, string])[];

/** What a kind of destination can be chosen among. */
function choicesOf({ structure }: RedirectsOf, kind: Kind): Choices {
  const places = siteSpacesOf(structure);
  if (kind === "site-section") return sectionsOf(structure).map(({ id, title }) => [id, title] as const);
  if (kind === "site-space") return places.map(({ id, title }) => [id, title] as const);
  return spaceChoices(places.map(({ space }) => space));
}

/** Undefined: it leads where it leads. */
function destinationOf(
  { structure }: RedirectsOf,
  { kind, url, path }: RedirectForm,
  chosen: string,
): SiteRedirectDestinationInput | undefined {
  if (kind === "site-page") return undefined;
  if (kind === "external") return { kind, url };
  const place = siteSpacesOf(structure).find(({ space }) => space.id === chosen);
  if (kind === "path" && place !== undefined) return pathOn(place, path);
  if (kind === "path") return { kind, spaceId: chosen, path };
  return kind === "site-space" ? { kind, siteSpaceId: chosen } : { kind, siteSectionId: chosen };
}

interface RedirectDialogProps extends RedirectsOf {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The one that is changed; undefined for a new one. */
  readonly of: SiteRedirect | undefined;
  readonly changed: () => void;
}

export function RedirectDialog(props: RedirectDialogProps) {
  const { organization, site, structure, isOpen, close, of, changed } = props;
  const begun = of === undefined ? FRESH : formOf(of);
  const [some, keep] = useState<Partial<RedirectForm>>({});
  const typed = { ...begun, ...some };
  const choices = choicesOf(props, typed.kind);
  const chosen = typed.chosen ?? choices[0]?.[0] ?? "";
  const kinds = (Object.entries(redirectWords.kinds) as [Kind, string][]).filter(
    ([kind]) =>
      (kind !== "site-section" || structure.type === "sections") &&
      (kind !== "site-page" || begun.kind === "site-page"),
  );
  const write = (): Promise<SiteRedirect> => {
    const body = {
      source: typed.source.trim(),
      permanent: typed.permanent,
      ...(isPattern(typed) ? { captureWildcard: typed.captures } : {}),
    };
    const isElsewhere = TARGET.some((name) => name in some);
    const destination = destinationOf(props, typed, chosen);
    if (of !== undefined)
      return updateSiteRedirectById(client, organization, site, of.id, {
        ...body,
        ...(isElsewhere && destination !== undefined ? { destination } : {}),
      });
    if (destination === undefined) throw new Error("A new redirect leads to no page yet.");
    return createSiteRedirect(client, organization, site, { ...body, destination });
  };
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={of === undefined ? redirectWords.add : redirectWords.editTitle(of.source)}
      verb={of === undefined ? redirectWords.add : redirectWords.save}
      isReady={typed.source.trim() !== "" && (typed.kind !== "path" || typed.path.trim() !== "")}
      isDirty={Object.keys(some).length > 0}
      forget={() => keep({})}
      act={write}
      done={({ source }) => {
        keep({});
        say({ text: of === undefined ? redirectWords.added(source) : redirectWords.changed(source) });
        changed();
      }}
    >
      {(error) => (
        <Fields
          typed={typed}
          set={(more) => keep({ ...some, ...more })}
          kinds={kinds}
          choices={choices}
          chosen={chosen}
          refused={error}
        />
      )}
    </FormDialog>
  );
}

interface FieldsProps extends Omit<TargetProps, "error"> {
  readonly kinds: readonly (readonly [Kind, string])[];
  readonly refused: Error | undefined;
}

function Fields({ typed, set, kinds, refused, ...target }: FieldsProps) {
  const faults = faultsOf(refused, ["source", "destination"]);
  return (
    <>
      <TextField
        label={redirectWords.source}
        help={redirectWords.sourceHelp}
        error={faults.of("source")}
        value={typed.source}
        set={(source) => set({ source })}
      />
      <ChoiceField
        label={redirectWords.leadsTo}
        value={typed.kind}
        set={(kind) => set({ kind, chosen: undefined })}
        choices={kinds}
      />
      <Target {...target} typed={typed} set={set} error={faults.of("destination")} />
      <Check
        label={redirectWords.isPermanent}
        value={typed.permanent}
        set={(permanent) => set({ permanent })}
      />
      {isPattern(typed) ? (
        <Check label={redirectWords.captures} value={typed.captures} set={(captures) => set({ captures })} />
      ) : null}
    </>
  );
}

interface TargetProps {
  readonly typed: RedirectForm;
  readonly set: (some: Partial<RedirectForm>) => void;
  readonly choices: Choices;
  readonly chosen: string;
  readonly error: string | undefined;
}

function Target({ typed, set, choices, chosen, error }: TargetProps) {
  if (typed.kind === "site-page") return null;
  if (typed.kind === "external")
    return (
      <TextField
        type="url"
        label={redirectWords.url}
        error={error}
        value={typed.url}
        set={(url) => set({ url })}
      />
    );
  const labels = {
    path: redirectWords.inSpace,
    "site-space": redirectWords.space,
    "site-section": redirectWords.section,
  };
  return (
    <>
      <ChoiceField
        label={labels[typed.kind]}
        error={typed.kind === "path" ? undefined : error}
        value={chosen}
        set={(next) => set({ chosen: next })}
        choices={choices}
      />
      {typed.kind === "path" ? (
        <TextField
          label={redirectWords.pagePath}
          help={redirectWords.pagePathHelp}
          error={error}
          value={typed.path}
          set={(path) => set({ path })}
        />
      ) : null}
    </>
  );
}
