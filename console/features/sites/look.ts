/** How a site looks as the fields of a form: each is saved, and clashes, by itself. */
import type { SiteCustomizationSettings, SiteSpaceCustomizationOverrides } from "../../../sdk/src/index.ts";

/** The settings that people have, group by group, by where they stand. */
export const LOOK_GROUPS = {
  brand: ["title", "favicon", "header.logo"],
  colours: [
    "styling.primaryColor",
    "styling.tint",
    "styling.infoColor",
    "styling.successColor",
    "styling.warningColor",
    "styling.dangerColor",
  ],
  shapes: [
    "styling.theme",
    "themes.default",
    "themes.toggeable",
    "styling.corners",
    "styling.depth",
    "styling.links",
    "styling.icons",
    "styling.sidebar.background",
    "styling.sidebar.list",
    "styling.search",
  ],
  fonts: ["styling.font", "styling.monospaceFont"],
  header: ["header.preset", "header.backgroundColor", "header.linkColor", "header.links"],
  footer: ["footer.groups", "footer.copyright", "footer.logo"],
  announcement: ["announcement"],
  pages: [
    "internationalization.locale",
    "externalLinks.target",
    "pagination.enabled",
    "feedback.enabled",
    "pdf.enabled",
    "git.showEditLink",
    "pageActions.markdown",
    "pageActions.externalAI",
    "trademark.enabled",
  ],
  sharing: ["socialPreview.url", "privacyPolicy.url"],
} as const;

export type LookGroup = keyof typeof LOOK_GROUPS;
export type LookPath = (typeof LOOK_GROUPS)[LookGroup][number];

const LOOK_PATHS: readonly LookPath[] = Object.values(LOOK_GROUPS).flat();

/** What is the same on the whole site; a space has its name on the site among its parts. */
type SharedPath =
  | "title"
  | "styling.font"
  | "styling.monospaceFont"
  | "pageActions.markdown"
  | "pageActions.externalAI";

const SHARED: readonly string[] = [
  "title",
  "styling.font",
  "styling.monospaceFont",
  "pageActions.markdown",
  "pageActions.externalAI",
] satisfies readonly SharedPath[];

/** What a space on a site may have otherwise than the site. */
export type OwnPath = Exclude<LookPath, SharedPath>;
const OWN_PATHS = LOOK_PATHS.filter((path): path is OwnPath => !SHARED.includes(path));
export const mayBeOwn = (path: LookPath): path is OwnPath => !SHARED.includes(path);

type At<Thing, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Thing
    ? At<Thing[Name], Rest>
    : never
  : Path extends keyof Thing
    ? Thing[Path] | (Record<never, never> extends Pick<Thing, Path> ? undefined : never)
    : never;

export type LookFields = { readonly [Path in LookPath]: At<SiteCustomizationSettings, Path> };

/** What a space has otherwise; undefined: as the site. */
export type OwnFields = { readonly [Path in OwnPath]: LookFields[Path] | undefined };

type Tree = { [name: string]: unknown };

const valueAt = (look: object, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => (part as Tree | undefined)?.[name], look);

/** The fields of a look. */
export function fieldsOf(look: SiteCustomizationSettings): LookFields {
  return Object.fromEntries(LOOK_PATHS.map((path) => [path, valueAt(look, path)])) as unknown as LookFields;
}

/** The fields of what a space has otherwise. */
export function ownFieldsOf(overrides: SiteSpaceCustomizationOverrides): OwnFields {
  return Object.fromEntries(
    OWN_PATHS.map((path) => [path, valueAt(overrides, path)]),
  ) as unknown as OwnFields;
}

/** The change that gives a space other fields of its own; what is undefined is given back to the site. */
export function ownPatch(changed: Partial<OwnFields>): SiteSpaceCustomizationOverrides {
  const patch: Tree = {};
  for (const [path, value] of Object.entries(changed)) put(patch, path, value ?? null);
  return patch;
}

/** A look with other values of some fields; what is undefined is left out. */
export function lookWith(
  look: SiteCustomizationSettings,
  changed: Partial<LookFields>,
): SiteCustomizationSettings {
  const made = structuredClone(look) as unknown as Tree;
  for (const [path, value] of Object.entries(changed)) put(made, path, value);
  return made as unknown as SiteCustomizationSettings;
}

function put(tree: Tree, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const part = names.reduce<Tree>((within, name) => (within[name] ??= {}) as Tree, tree);
  if (value === undefined) delete part[last];
  else part[last] = value;
}
