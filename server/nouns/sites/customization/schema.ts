import { type TProperties, type TSchema, Type } from "typebox";
import { Id, unsupported, Url } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { ContentRef } from "../../content/schema.ts";
import { SiteSpaceParams } from "../site-spaces/schema.ts";
import { SiteParams } from "../site/schema.ts";

export { SiteParams, SiteSpaceParams };
export const CustomizationQuery = closed({
  unmasked: unsupported("settings are answered as they are, nothing of them is masked"),
});

const strict = { additionalProperties: false } as const;
const object = <P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, { ...strict, ...(description === undefined ? {} : { description }) });

const Colour = named(
  "Color",
  Type.String({
    maxLength: 7,
    pattern: "^#(?:[0-9a-fA-F]{3}){1,2}$",
    description: "A colour in hexadecimal digits, such as `#346ddb`.",
    examples: ["#346ddb"],
  }),
);
const Themed = named(
  "CustomizationThemedColor",
  object({ light: Colour, dark: Colour }, "A colour in each theme."),
);
const ThemedUrl = named(
  "CustomizationThemedURL",
  object({ light: Url, dark: Url }, "A picture in each theme."),
);
const Title = Type.String({ minLength: 2, maxLength: 128 });
const Locale = named(
  "CustomizationLocale",
  Type.Enum(["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru"], {
    description: "The language of the site's own labels.",
  }),
);

const Favicon = named(
  "CustomizationFavicon",
  Type.Union(
    [
      object({ icon: ThemedUrl }),
      object({ emoji: Type.String({ minLength: 1, maxLength: 50 }) }),
      object({}),
    ],
    { description: "The picture of the site beside its title and in the browser's tab." },
  ),
);

const FontDefinition = named(
  "CustomizationFontOfYourOwn",
  object(
    {
      id: Id,
      custom: Type.Boolean(),
      fontFamily: Type.String({ minLength: 1, maxLength: 50 }),
      fontFaces: Type.Array(
        object({
          weight: Type.Integer({ minimum: 1, maximum: 1000 }),
          sources: Type.Array(
            object({
              url: Url,
              format: Type.Optional(Type.Enum(["woff2", "woff"])),
            }),
            { minItems: 1, maxItems: 4 },
          ),
        }),
        { minItems: 1, maxItems: 20 },
      ),
    },
    "A font of your own. Its files are copied, so that readers ask no other host for them.",
  ),
);

const Font = named(
  "CustomizationFont",
  Type.Union([
    Type.Enum([
      "ABCFavorit",
      "Inter",
      "Roboto",
      "RobotoSlab",
      "OpenSans",
      "SourceSansPro",
      "Lato",
      "Ubuntu",
      "Raleway",
      "Merriweather",
      "Overpass",
      "NotoSans",
      "IBMPlexSerif",
      "Poppins",
      "FiraSans",
    ]),
    FontDefinition,
  ]),
);
const MonospaceFont = named(
  "CustomizationMonospaceFont",
  Type.Union([
    Type.Enum([
      "FiraCode",
      "IBMPlexMono",
      "JetBrainsMono",
      "SourceCodePro",
      "RobotoMono",
      "SpaceMono",
      "DMMono",
      "Inconsolata",
    ]),
    FontDefinition,
  ]),
);

const ContentLink = named(
  "CustomizationContentLink",
  object({ title: Type.String({ maxLength: 64 }), to: ContentRef }),
);
const links = Type.Array(ContentLink, { maxItems: 50 });
const HeaderItem = named(
  "CustomizationHeaderItem",
  object(
    {
      title: Type.String({ maxLength: 128 }),
      style: Type.Optional(Type.Enum(["link", "button-primary", "button-secondary"])),
      to: Type.Union([ContentRef, Type.Null()]),
      links,
      condition: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    },
    "A link of the header; with `links` a menu of them.",
  ),
);
const FooterGroup = named(
  "CustomizationFooterGroup",
  object({ title: Type.String({ maxLength: 128 }), links }),
);

const Announcement = named(
  "CustomizationAnnouncement",
  object(
    {
      enabled: Type.Boolean(),
      message: Type.String({ minLength: 2, maxLength: 128 }),
      link: Type.Optional(ContentLink),
      style: Type.Enum(["info", "warning", "danger", "success"]),
    },
    "A line over every page.",
  ),
);

const styles = {
  theme: Type.Enum(["clean", "muted", "bold", "gradient"]),
  primaryColor: Themed,
  infoColor: Themed,
  successColor: Themed,
  warningColor: Themed,
  dangerColor: Themed,
  corners: Type.Enum(["straight", "rounded", "circular"]),
  depth: Type.Enum(["subtle", "flat"]),
  links: Type.Enum(["default", "accent"]),
  background: Type.Enum(["plain", "match"]),
  icons: Type.Enum(["regular", "solid", "duotone", "light", "thin"]),
  search: Type.Enum(["prominent", "subtle"]),
};
const sidebar = {
  background: Type.Enum(["default", "filled"]),
  list: Type.Enum(["default", "pill", "line"]),
};
const Tint = named(
  "CustomizationTint",
  object({ color: Themed }, "The colour that tints greys. The default is the primary colour."),
);
const header = { preset: Type.Enum(["default", "bold", "contrast", "custom", "none"]) };
const headerLinks = Type.Array(HeaderItem, { maxItems: 50 });
const footerGroups = Type.Array(FooterGroup, { maxItems: 20 });
const Copyright = Type.String({ maxLength: 300 });
const themes = {
  default: Type.Enum(["light", "dark"]),
  toggeable: Type.Boolean({ description: "Whether readers can switch." }),
};
const flag = Type.Boolean();
const Switch = named("Switch", object({ enabled: flag }));
const Target = named(
  "SiteExternalLinksTarget",
  Type.Enum(["self", "blank"], { description: "The tab for links to other sites." }),
);

const CodeTheme = named(
  "CustomizationThemedCodeTheme",
  object(
    { light: Type.Literal("default-light"), dark: Type.Literal("default-dark") },
    "Code has the colours of the site.",
  ),
);
const CodeThemes = named("CustomizationCodeThemes", object({ default: CodeTheme, openapi: CodeTheme }));
/** Answers have the themes of code, which follow from the site's colours; who puts a look may leave them out. */
const Styling = named(
  "CustomizationStyling",
  object({
    ...styles,
    tint: Type.Optional(Tint),
    font: Font,
    monospaceFont: MonospaceFont,
    sidebar: object(sidebar),
    codeTheme: Type.Optional(CodeThemes),
  }),
);
const Header = named(
  "CustomizationHeader",
  object({
    ...header,
    logo: Type.Optional(ThemedUrl),
    backgroundColor: Type.Optional(Themed),
    linkColor: Type.Optional(Themed),
    links: headerLinks,
  }),
);
const Footer = named(
  "CustomizationFooter",
  object({
    logo: Type.Optional(ThemedUrl),
    groups: footerGroups,
    copyright: Type.Optional(Copyright),
  }),
);
const Assistant = named(
  "CustomizationAI",
  object({
    mode: Type.Enum(["none", "search", "assistant", "integration"]),
    integrationId: Type.Optional(Type.String({ maxLength: 128 })),
  }),
);
const Themes = named("CustomizationThemes", object(themes));
/** What readers may do with a page, as later clients say it; earlier ones have a switch for each. */
export const PAGE_ACTIONS = ["external-ai", "markdown", "git", "pdf"] as const;
const items = Type.Array(Type.Enum([...PAGE_ACTIONS]), { maxItems: PAGE_ACTIONS.length, uniqueItems: true });
const PageActions = named("CustomizationPageActions", object({ externalAI: flag, markdown: flag, items }));
const SocialAccounts = named(
  "CustomizationSocialAccounts",
  Type.Array(Type.Never(), { maxItems: 0, description: "Always empty: such links are in the footer." }),
);
const Linked = named("CustomizationLink", object({ url: Type.Optional(Url) }));

const GitLinks = named("CustomizationGit", object({ showEditLink: flag }));
const Internationalization = named("CustomizationInternationalization", object({ locale: Locale }));
const ExternalLinks = named("CustomizationExternalLinks", object({ target: Target }));
const Insights = named("CustomizationInsights", object({ trackingCookie: flag }));
const common = {
  title: Type.Optional(Title),
  styling: Styling,
  internationalization: Internationalization,
  favicon: Favicon,
  header: Header,
  footer: Footer,
  announcement: Type.Optional(Announcement),
  themes: Themes,
  feedback: Switch,
  ai: Assistant,
  advancedCustomization: Switch,
  externalLinks: ExternalLinks,
  pagination: Switch,
  trademark: Switch,
  privacyPolicy: Linked,
  socialPreview: Linked,
  insights: Insights,
};

/** Everything that a site's look is made of. */
export const Customization = named(
  "SiteCustomizationSettings",
  object({
    ...common,
    pdf: Switch,
    git: GitLinks,
    pageActions: PageActions,
    socialAccounts: SocialAccounts,
  }),
);

/** The same as it is put: without what follows from the rest, and with what readers may do said in either way. */
export const PutCustomization = named(
  "UpdateSiteCustomizationSettings",
  object({
    ...common,
    pdf: Type.Optional(Switch),
    git: Type.Optional(GitLinks),
    pageActions: object(
      { externalAI: Type.Optional(flag), markdown: Type.Optional(flag), items: Type.Optional(items) },
      "`items` that differ from what they were say it all: also `pdf.enabled` and `git.showEditLink`.",
    ),
    socialAccounts: Type.Optional(SocialAccounts),
  }),
);

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Each field may be left out, or be null to fall back to the site's. */
function overrides(fields: Readonly<Record<string, TSchema>>) {
  const may = Object.entries(fields).map(([name, field]) => [name, Type.Optional(orNull(field))]);
  return Object.fromEntries(may) as Record<string, TSchema>;
}
const part = (fields: Readonly<Record<string, TSchema>>) => Type.Optional(object(overrides(fields)));
const SwitchOverride = named("SwitchOverride", object(overrides({ enabled: flag })));
const switched = Type.Optional(SwitchOverride);
const LinkOverride = named("CustomizationLinkOverride", object(overrides({ url: Url })));

/** What a variant of a site may have otherwise than the site. */
export const CustomizationOverrides = named(
  "SiteSpaceCustomizationOverrides",
  object(
    {
      ...overrides({ title: Title, favicon: Favicon }),
      styling: Type.Optional(
        object({
          ...overrides({ ...styles, tint: Tint }),
          sidebar: Type.Optional(object(overrides(sidebar))),
        }),
      ),
      internationalization: part({ locale: Locale }),
      announcement: Type.Optional(orNull(Announcement)),
      header: part({
        ...header,
        logo: ThemedUrl,
        backgroundColor: Themed,
        linkColor: Themed,
        links: headerLinks,
      }),
      footer: part({ logo: ThemedUrl, groups: footerGroups, copyright: Copyright }),
      themes: part(themes),
      pdf: switched,
      feedback: switched,
      git: part({ showEditLink: flag }),
      externalLinks: part({ target: Target }),
      pagination: switched,
      trademark: switched,
      privacyPolicy: Type.Optional(LinkOverride),
      socialPreview: Type.Optional(LinkOverride),
    },
    "`null` gives a field back to the site; what is left out stays.",
  ),
);

/** How a variant looks: the site's settings with its own in their places. */
export const SiteSpaceCustomization = named(
  "SiteSpaceCustomizationSettings",
  Type.Object({
    ...Customization.properties,
    hasOverrides: Type.Boolean({ description: "Whether anything differs from the site." }),
    overrides: CustomizationOverrides,
  }),
);
