/** The settings of a look, group by group. */
import type { ReactNode } from "react";
import type { CustomizationLocale } from "../../../sdk/src/index.ts";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { lookWords } from "../../words/look.ts";
import { languageName } from "../../ui/languageName.ts";
import { LOOK_GROUPS, type LookGroup, mayBeOwn } from "./look.ts";
import { Choice, Colour, ColourOf, Flag, Line, type LookForm, Setting, shows } from "./lookForm.tsx";
import { LookFonts } from "./LookFonts.tsx";
import { FooterColumns, HeaderLinks, type LinkedSpaces, OneLink } from "./LookLinks.tsx";
import { Picture, PictureAddress, SiteIcon } from "./LookPictures.tsx";

interface GroupsProps {
  readonly form: LookForm;
  /** The spaces that are on the site. */
  readonly spaces: LinkedSpaces;
}

interface GroupProps {
  readonly form: LookForm;
  readonly name: LookGroup;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

function Group({ form, name, isOpen, children }: GroupProps) {
  const { own } = form;
  const paths = LOOK_GROUPS[name].filter((path) => shows(form, path));
  if (paths.length === 0) return null;
  const count = own === undefined ? 0 : paths.filter((path) => mayBeOwn(path) && own.has(path)).length;
  return (
    <details className="look-group" open={isOpen}>
      <summary>
        {lookWords.groups[name]}
        {count === 0 ? null : <span className="look-own-count">{lookWords.ownCount(count)}</span>}
      </summary>
      <div className="look-fields">{children}</div>
    </details>
  );
}

const LOCALES: readonly CustomizationLocale[] = [
  "en",
  "fr",
  "es",
  "zh",
  "ja",
  "de",
  "nl",
  "no",
  "pt-br",
  "ru",
];

export function LookGroups({ form, spaces }: GroupsProps) {
  const { values, set, fault } = form;
  return (
    <div className="look-groups">
      <Group form={form} name="brand" isOpen>
        <Line form={form} path="title" help={lookWords.titleHelp} />
        <Setting form={form} path="favicon">
          <SiteIcon form={form} />
        </Setting>
        <Logo form={form} path="header.logo" />
      </Group>
      <Colours form={form} />
      <Group form={form} name="shapes">
        <Choice form={form} path="styling.theme" />
        <Choice form={form} path="themes.default" />
        <Flag form={form} path="themes.toggeable" />
        <Choice form={form} path="styling.corners" />
        <Choice form={form} path="styling.depth" />
        <Choice form={form} path="styling.links" />
        <Choice form={form} path="styling.icons" />
        <Choice form={form} path="styling.sidebar.background" />
        <Choice form={form} path="styling.sidebar.list" />
        <Choice form={form} path="styling.search" />
      </Group>
      <Group form={form} name="fonts">
        <LookFonts form={form} />
      </Group>
      <Header form={form} spaces={spaces} />
      <Group form={form} name="footer">
        <Setting form={form} path="footer.groups">
          <FooterColumns
            groups={values["footer.groups"]}
            set={(groups) => set({ "footer.groups": groups })}
            spaces={spaces}
            fault={(within) => fault("footer.groups", within)}
          />
        </Setting>
        <Line form={form} path="footer.copyright" />
        <Logo form={form} path="footer.logo" />
      </Group>
      <AnnouncementGroup form={form} spaces={spaces} />
      <PagesGroup form={form} />
      <SharingGroup form={form} />
    </div>
  );
}

function Logo({ form, path }: { readonly form: LookForm; readonly path: "header.logo" | "footer.logo" }) {
  return (
    <Setting form={form} path={path}>
      <Picture
        form={form}
        label={lookWords.fields[path]}
        value={form.values[path]}
        set={(logo) => form.set({ [path]: logo })}
        fault={(theme) => form.fault(path, theme)}
      />
    </Setting>
  );
}

function PagesGroup({ form }: { readonly form: LookForm }) {
  const { values, set } = form;
  return (
    <Group form={form} name="pages">
      <Setting form={form} path="internationalization.locale">
        <ChoiceField
          label={lookWords.fields["internationalization.locale"]}
          value={values["internationalization.locale"]}
          set={(locale) => set({ "internationalization.locale": locale })}
          choices={LOCALES.map((code) => [code, languageName(code)] as const)}
        />
      </Setting>
      <Choice form={form} path="externalLinks.target" />
      <Flag form={form} path="pagination.enabled" />
      <Flag form={form} path="feedback.enabled" />
      <Flag form={form} path="pdf.enabled" />
      <Flag form={form} path="git.showEditLink" />
      <Flag form={form} path="pageActions.markdown" />
      <Flag form={form} path="pageActions.externalAI" />
      <Flag form={form} path="trademark.enabled" />
    </Group>
  );
}

function SharingGroup({ form }: { readonly form: LookForm }) {
  const { values, set, fault } = form;
  return (
    <Group form={form} name="sharing">
      <Setting form={form} path="socialPreview.url">
        <PictureAddress
          form={form}
          label={lookWords.fields["socialPreview.url"]}
          help={lookWords.socialHelp}
          error={fault("socialPreview.url")}
          value={values["socialPreview.url"] ?? ""}
          set={(url) => set({ "socialPreview.url": url === "" ? undefined : url })}
        />
      </Setting>
      <Line form={form} path="privacyPolicy.url" help={lookWords.privacyHelp} />
    </Group>
  );
}

function Colours({ form }: { readonly form: LookForm }) {
  const { values, set, fault } = form;
  const tint = values["styling.tint"];
  return (
    <Group form={form} name="colours" isOpen>
      <p className="help">{lookWords.coloursHelp}</p>
      <ColourOf form={form} path="styling.primaryColor" />
      <Setting form={form} path="styling.tint">
        <Check
          label={lookWords.ownTint}
          value={tint !== undefined}
          set={(isOwn) =>
            set({ "styling.tint": isOwn ? { color: values["styling.primaryColor"] } : undefined })
          }
        />
        {tint === undefined ? null : (
          <Colour
            label={lookWords.fields["styling.tint"]}
            value={tint.color}
            set={(color) => set({ "styling.tint": { color } })}
            fault={(theme) => fault("styling.tint", `color/${theme}`)}
          />
        )}
      </Setting>
      <ColourOf form={form} path="styling.infoColor" />
      <ColourOf form={form} path="styling.successColor" />
      <ColourOf form={form} path="styling.warningColor" />
      <ColourOf form={form} path="styling.dangerColor" />
    </Group>
  );
}

function Header({ form, spaces }: GroupsProps) {
  const { values, set, fault } = form;
  const colour = (path: "header.backgroundColor" | "header.linkColor", otherwise: string) => (
    <Setting form={form} path={path}>
      <Colour
        label={lookWords.fields[path]}
        value={values[path] ?? { light: otherwise, dark: otherwise }}
        set={(value) => set({ [path]: value })}
        fault={(theme) => fault(path, theme)}
      />
    </Setting>
  );
  return (
    <Group form={form} name="header">
      <Choice form={form} path="header.preset" />
      {values["header.preset"] === "custom" ? (
        <>
          {colour("header.backgroundColor", values["styling.primaryColor"].light)}
          {colour("header.linkColor", "#ffffff")}
        </>
      ) : null}
      <Setting form={form} path="header.links">
        <HeaderLinks
          items={values["header.links"]}
          set={(links) => set({ "header.links": links })}
          spaces={spaces}
          fault={(within) => fault("header.links", within)}
        />
      </Setting>
    </Group>
  );
}

type AnnouncementStyle = keyof typeof lookWords.announcementStyles;

function AnnouncementGroup({ form, spaces }: GroupsProps) {
  const { values, set, fault } = form;
  const said = values.announcement;
  const { message = "", style = "info", link } = said ?? {};
  const put = (changed: Partial<NonNullable<typeof said>>): void => {
    const { link: _, ...rest } = { enabled: true, message, style, ...said, ...changed };
    const kept = "link" in changed ? changed.link : link;
    set({ announcement: kept === undefined ? rest : { ...rest, link: kept } });
  };
  return (
    <Group form={form} name="announcement">
      <Setting form={form} path="announcement">
        <Check
          label={lookWords.isAnnounced}
          value={said?.enabled === true}
          // One that was never written leaves nothing behind.
          set={(enabled) => (enabled || message !== "" ? put({ enabled }) : set({ announcement: undefined }))}
        />
        {said?.enabled === true ? (
          <>
            <TextField
              label={lookWords.message}
              error={fault("announcement", "message")}
              value={message}
              set={(text) => put({ message: text })}
            />
            <ChoiceField
              label={lookWords.announcementStyle}
              value={style}
              set={(next) => put({ style: next })}
              choices={Object.entries(lookWords.announcementStyles) as [AnnouncementStyle, string][]}
            />
            <OneLink
              link={link}
              set={(next) => put({ link: next } as Partial<NonNullable<typeof said>>)}
              spaces={spaces}
              fault={(within) => fault("announcement", `link/${within}`)}
            />
          </>
        ) : null}
      </Setting>
    </Group>
  );
}
