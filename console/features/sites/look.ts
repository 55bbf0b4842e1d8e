/** How a site looks as the fields of a form: each is saved, and clashes, by itself. */
import type { SiteCustomizationSettings } from "../../../sdk/src/index.ts";

/** The settings that people have, by where they stand. */
export const LOOK_PATHS = [
  "title",
  "favicon",
  "header.logo",
  "styling.primaryColor",
  "styling.tint",
  "styling.infoColor",
  "styling.successColor",
  "styling.warningColor",
  "styling.dangerColor",
  "styling.theme",
  "styling.corners",
  "styling.depth",
  "styling.links",
  "styling.icons",
  "styling.sidebar.background",
  "styling.sidebar.list",
  "styling.search",
  "themes.default",
  "themes.toggeable",
  "styling.font",
  "styling.monospaceFont",
  "header.preset",
  "header.backgroundColor",
  "header.linkColor",
  "header.links",
  "footer.logo",
  "footer.groups",
  "footer.copyright",
  "announcement",
  "internationalization.locale",
  "externalLinks.target",
  "pagination.enabled",
  "feedback.enabled",
  "pdf.enabled",
  "git.showEditLink",
  "pageActions.markdown",
  "pageActions.externalAI",
  "trademark.enabled",
  "socialPreview.url",
  "privacyPolicy.url",
] as const;

export type LookPath = (typeof LOOK_PATHS)[number];

type At<Thing, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Thing
    ? At<Thing[Name], Rest>
    : never
  : Path extends keyof Thing
    ? Thing[Path] | (Record<never, never> extends Pick<Thing, Path> ? undefined : never)
    : never;

export type LookFields = { readonly [Path in LookPath]: At<SiteCustomizationSettings, Path> };

type Tree = { [name: string]: unknown };

/** The fields of a look. */
export function fieldsOf(look: SiteCustomizationSettings): LookFields {
  const valueAt = (path: string): unknown =>
    path.split(".").reduce<unknown>((part, name) => (part as Tree | undefined)?.[name], look);
  return Object.fromEntries(LOOK_PATHS.map((path) => [path, valueAt(path)])) as unknown as LookFields;
}

/** A look with other values of some fields; what is undefined is left out. */
export function lookWith(
  look: SiteCustomizationSettings,
  changed: Partial<LookFields>,
): SiteCustomizationSettings {
  const made = structuredClone(look) as unknown as Tree;
  for (const [path, value] of Object.entries(changed)) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    const part = names.reduce<Tree>((tree, name) => tree[name] as Tree, made);
    if (value === undefined) delete part[last];
    else part[last] = value;
  }
  return made as unknown as SiteCustomizationSettings;
}
