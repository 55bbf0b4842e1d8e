/** How a site looks: what was put for it, what its variants have otherwise, and what nobody has said. */
import type { Static } from "typebox";
import { DEFAULT_CUSTOMIZATION } from "./defaults.ts";
import type { Customization, PAGE_ACTIONS, PutCustomization } from "./schema.ts";

type ToldCustomization = Static<typeof Customization>;
type PageAction = (typeof PAGE_ACTIONS)[number];

/** How a site looks, as it is kept: without what follows from the rest. */
export type SiteCustomization = Omit<ToldCustomization, "styling" | "pageActions" | "socialAccounts"> & {
  readonly styling: Omit<ToldCustomization["styling"], "codeTheme">;
  readonly pageActions: Omit<ToldCustomization["pageActions"], "items">;
};

const CODE_THEME = { light: "default-light", dark: "default-dark" } as const;

/** A look as it is told to clients of any version. */
export function toldCustomization(look: SiteCustomization): ToldCustomization {
  return {
    ...look,
    styling: { ...look.styling, codeTheme: { default: CODE_THEME, openapi: CODE_THEME } },
    pageActions: { ...look.pageActions, items: actionsOf(look) },
    socialAccounts: [],
  };
}

function actionsOf({ pageActions, git, pdf }: SiteCustomization): PageAction[] {
  return [
    ...(pageActions.externalAI ? (["external-ai"] as const) : []),
    ...(pageActions.markdown ? (["markdown"] as const) : []),
    ...(git.showEditLink ? (["git"] as const) : []),
    ...(pdf.enabled ? (["pdf"] as const) : []),
  ];
}

/**
 * A look that a client puts, as it is kept. Clients of the later version have a list of what readers may do, those of the
 * earlier one a switch for each, and both put back what they don't know: the list counts where it says something new.
 * @param before how the site looks until then
 */
export function customizationPut(
  {
    socialAccounts: _none,
    styling: { codeTheme: _follows, ...styling },
    ...put
  }: Static<typeof PutCustomization>,
  before: SiteCustomization,
): SiteCustomization {
  const { items, externalAI, markdown } = put.pageActions;
  const known = actionsOf(before);
  const isNew =
    items !== undefined && (items.length !== known.length || !known.every((one) => items.includes(one)));
  if (isNew) {
    const has = (action: PageAction): boolean => items.includes(action);
    return {
      ...put,
      styling,
      pageActions: { externalAI: has("external-ai"), markdown: has("markdown") },
      git: { showEditLink: has("git") },
      pdf: { enabled: has("pdf") },
    };
  }
  const actions = before.pageActions;
  return {
    ...put,
    styling,
    pageActions: { externalAI: externalAI ?? actions.externalAI, markdown: markdown ?? actions.markdown },
    git: put.git ?? before.git,
    pdf: put.pdf ?? before.pdf,
  };
}

/** What a variant has otherwise: the same shape with parts left out. */
export type Overrides = Readonly<Record<string, unknown>>;

/** A site's row as far as its look goes. */
interface LookOfSite {
  readonly customization: string | null;
}

/** How a site looks. Until something is put it is what every new site has. */
export function siteCustomization({ customization }: LookOfSite): SiteCustomization {
  const put = customization === null ? DEFAULT_CUSTOMIZATION : JSON.parse(customization);
  return put as SiteCustomization;
}

/**
 * How a variant looks: the site's settings with its own in their places.
 * @param stored what the variant has otherwise, as JSON; null: nothing
 */
export function variantCustomization(site: LookOfSite, stored: string | null): SiteCustomization {
  return laid(siteCustomization(site), overridesOf(stored)) as SiteCustomization;
}

/** What a variant has otherwise. @param stored JSON; null: nothing */
export function overridesOf(stored: string | null): Overrides {
  return stored === null ? {} : (JSON.parse(stored) as Overrides);
}

/** Fields whose value is replaced as a whole: their parts belong together. */
const WHOLE = new Set([
  "favicon",
  "announcement",
  "logo",
  "tint",
  "primaryColor",
  "infoColor",
  "successColor",
  "warningColor",
  "dangerColor",
  "backgroundColor",
  "linkColor",
]);

const isPart = (name: string, value: unknown): value is Overrides =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !WHOLE.has(name);

function laid(below: Overrides, above: Overrides): Overrides {
  const result: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    result[name] = isPart(name, value) ? laid((below[name] ?? {}) as Overrides, value) : value;
  }
  return result;
}

/** What a variant has otherwise after a patch; undefined: nothing any more. `null` in a patch takes a field back. */
export function patchedOverrides(stored: Overrides, patch: Overrides): Overrides | undefined {
  const result: Record<string, unknown> = { ...stored };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const next =
      value === null
        ? undefined
        : isPart(name, value)
          ? patchedOverrides((stored[name] ?? {}) as Overrides, value)
          : value;
    if (next === undefined) delete result[name];
    else result[name] = next;
  }
  return Object.keys(result).length === 0 ? undefined : result;
}
