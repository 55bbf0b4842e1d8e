/** A redirect, made by hand. */
import { useState } from "react";
import { createSiteRedirect, type SiteRedirectDestinationInput } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Icon } from "../../ui/Icon.tsx";
import { say } from "../../ui/toasts.ts";
import { redirectWords } from "../../words/redirects.ts";
import { pathOn } from "./redirectRows.ts";
import { type RedirectsOf, sectionsOf, siteSpacesOf } from "./structure.ts";

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
  permanent: true,
  captures: true,
};

const isPattern = ({ source }: RedirectForm): boolean => source.trim().endsWith("*");

type Choices = readonly (readonly [string, string])[];

/** What a kind of destination can be chosen among. */
function choicesOf({ structure }: RedirectsOf, kind: Kind): Choices {
  const places = siteSpacesOf(structure);
  if (kind === "site-section") return sectionsOf(structure).map(({ id, title }) => [id, title] as const);
  if (kind === "site-space") return places.map(({ id, title }) => [id, title] as const);
  return [...new Map(places.map(({ space }) => [space.id, space.title] as const))];
}

function destinationOf(
  { structure }: RedirectsOf,
  { kind, url, path }: RedirectForm,
  chosen: string,
): SiteRedirectDestinationInput {
  if (kind === "external") return { kind, url };
  const place = siteSpacesOf(structure).find(({ space }) => space.id === chosen);
  if (kind === "path" && place !== undefined) return pathOn(place, path);
  if (kind === "path") return { kind, spaceId: chosen, path };
  return kind === "site-space" ? { kind, siteSpaceId: chosen } : { kind, siteSectionId: chosen };
}

export function AddRedirect(props: RedirectsOf & { readonly changed: () => void }) {
  const { organization, site, structure, changed } = props;
  const [isOpen, open] = useState(false);
  const [typed, keep] = useState(FRESH);
  const set = (some: Partial<RedirectForm>): void => keep({ ...typed, ...some });
  const choices = choicesOf(props, typed.kind);
  const chosen = typed.chosen ?? choices[0]?.[0] ?? "";
  const kinds = (Object.entries(redirectWords.kinds) as [Kind, string][]).filter(
    ([kind]) => kind !== "site-section" || structure.type === "sections",
  );
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {redirectWords.add}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={redirectWords.add}
        verb={redirectWords.add}
        isReady={typed.source.trim() !== ""}
        isDirty={typed !== FRESH}
        forget={() => keep(FRESH)}
        act={() =>
          createSiteRedirect(client, organization, site, {
            source: typed.source.trim(),
            destination: destinationOf(props, typed, chosen),
            permanent: typed.permanent,
            ...(isPattern(typed) ? { captureWildcard: typed.captures } : {}),
          })
        }
        done={({ source }) => {
          keep(FRESH);
          say({ text: redirectWords.added(source) });
          changed();
        }}
      >
        {(error) => (
          <Fields typed={typed} set={set} kinds={kinds} choices={choices} chosen={chosen} refused={error} />
        )}
      </FormDialog>
    </>
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
