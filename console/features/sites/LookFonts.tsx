/** The fonts of a look: those that come along, those that readers may have, and an organization's own, which are uploaded here. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  createCustomFont,
  type CustomizationFont,
  type CustomizationFontDefinition,
  type CustomizationMonospaceFont,
  deleteCustomFont,
  generateStorageUploadURL,
  listCustomFonts,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { sendSigned } from "../../api/sendSigned.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { ChoiceField, Field, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { say } from "../../ui/toasts.ts";
import { lookWords } from "../../words/look.ts";
import type { LookForm } from "./lookForm.tsx";

const FAMILIES =
  "ABCFavorit FiraSans IBMPlexSerif Inter Lato Merriweather NotoSans OpenSans Overpass Poppins Raleway Roboto RobotoSlab SourceSansPro Ubuntu".split(
    " ",
  );
const CODE_FAMILIES =
  "DMMono FiraCode IBMPlexMono Inconsolata JetBrainsMono RobotoMono SourceCodePro SpaceMono".split(" ");

type Font = CustomizationFont | CustomizationMonospaceFont;
type OwnFont = Exclude<Font, string>;

export function LookFonts({ form }: { readonly form: LookForm }) {
  const { organization, values, set, fault } = form;
  const cache = useQueryClient();
  const queryKey = ["organization", organization, "fonts"];
  const { data: own = [] } = useQuery({
    queryKey,
    queryFn: async () => (await listCustomFonts(client, organization, { limit: 100 })).items,
  });
  const again = () => cache.invalidateQueries({ queryKey });
  const field = (path: "styling.font" | "styling.monospaceFont", families: readonly string[]) => {
    const font: Font = values[path];
    const known = own.map(taken);
    if (typeof font !== "string" && !own.some(({ id }) => id === font.id)) known.push(font);
    return (
      <ChoiceField
        label={lookWords.fields[path]}
        error={fault(path)}
        value={typeof font === "string" ? font : font.id}
        set={(name) => set({ [path]: known.find(({ id }) => id === name) ?? name })}
        choices={[
          ...known.map(({ id, fontFamily }) => [id as string, lookWords.ownFont(fontFamily)] as const),
          ...families.map((name) => [name, spaced(name)] as const),
        ]}
      />
    );
  };
  return (
    <>
      <p className="help">{lookWords.fontsHelp}</p>
      {field("styling.font", FAMILIES)}
      {field("styling.monospaceFont", CODE_FAMILIES)}
      <OwnFonts organization={organization} fonts={own} gone={again} />
      <AddFont
        organization={organization}
        made={(font) => {
          set({ "styling.font": taken(font) });
          void again();
        }}
      />
    </>
  );
}

/** A font as a look takes it: what people may do with it is no part of that. */
function taken(font: CustomizationFontDefinition): OwnFont {
  const { permissions: _, ...rest } = font;
  return rest as OwnFont;
}

/** "IBMPlexMono" as people write it. */
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])|([A-Z]{2,})([A-Z][a-z])/g, "$1$3 $2$4");

interface OwnFontsProps {
  readonly organization: string;
  readonly fonts: readonly CustomizationFontDefinition[];
  readonly gone: () => Promise<void>;
}

/** The organization's fonts, which may be deleted. */
function OwnFonts({ organization, fonts, gone }: OwnFontsProps) {
  const [asked, ask] = useState<CustomizationFontDefinition>();
  const deletable = fonts.filter(({ permissions }) => permissions.edit);
  if (deletable.length === 0) return null;
  return (
    <Field label={lookWords.ownFonts}>
      {({ id }) => (
        <ul className="own-fonts" id={id}>
          {deletable.map((font) => (
            <li key={font.id}>
              <span className="cut">{font.fontFamily}</span>
              <small>{font.fontFaces.map(({ weight }) => weight).join(", ")}</small>
              <RowMenu
                name={font.fontFamily}
                items={[{ title: lookWords.deleteFont, act: () => ask(font) }]}
              />
            </li>
          ))}
          <Ask
            isOpen={asked !== undefined}
            close={() => ask(undefined)}
            title={lookWords.deleteFontTitle(asked?.fontFamily ?? "")}
            verb={lookWords.deleteFont}
            act={async () => {
              await deleteCustomFont(client, organization, asked?.id ?? "");
              await gone();
            }}
          >
            <p>{lookWords.deleteFontText}</p>
          </Ask>
        </ul>
      )}
    </Field>
  );
}

/** What files call their weights, the longer names first. */
const WEIGHTS: readonly (readonly [pattern: RegExp, weight: string])[] = [
  [/thin|hairline/i, "100"],
  [/(extra|ultra)-?light/i, "200"],
  [/light/i, "300"],
  [/medium/i, "500"],
  [/(semi|demi)-?bold/i, "600"],
  [/(extra|ultra)-?bold/i, "800"],
  [/bold/i, "700"],
  [/black|heavy/i, "900"],
];
const REGULAR = "400";
/** Bytes. */
const LARGEST = 5 * 1024 * 1024;

interface FaceFile {
  readonly file: File;
  readonly weight: string;
}

const weightOf = ({ name }: File): string =>
  /(?:^|\D)([1-9]00)(?:\D|$)/.exec(name)?.[1] ??
  WEIGHTS.find(([pattern]) => pattern.test(name))?.[1] ??
  REGULAR;

/** "Brand-SemiBold.woff2" is of the family "Brand". */
const familyOf = ({ name }: File): string => (/^[\p{L}\d ]+/u.exec(name)?.[0] ?? "").trim();

/** Why a file can't be taken, as far as that is seen before it is sent. */
function refusedFile({ name, size }: File): string | undefined {
  if (!/\.woff2?$/i.test(name)) return lookWords.fontType(name);
  return size > LARGEST ? lookWords.fontSize(name) : undefined;
}

interface AddFontProps {
  readonly organization: string;
  readonly made: (font: CustomizationFontDefinition) => void;
}

function AddFont({ organization, made }: AddFontProps) {
  const [isOpen, open] = useState(false);
  const [family, name] = useState("");
  const [faces, choose] = useState<readonly FaceFile[]>([]);
  const refused = faces.map(({ file }) => refusedFile(file)).find((sentence) => sentence !== undefined);
  const lacksRegular = faces.length > 0 && !faces.some(({ weight }) => weight === REGULAR);
  const forget = (): void => {
    name("");
    choose([]);
  };
  return (
    <>
      <button type="button" className="button button-secondary ordered-add" onClick={() => open(true)}>
        <Icon name="plus" />
        {lookWords.addFont}
      </button>
      <FormDialog<CustomizationFontDefinition>
        isOpen={isOpen}
        close={() => open(false)}
        title={lookWords.addFont}
        verb={lookWords.upload}
        isReady={family.trim() !== "" && faces.length > 0 && refused === undefined && !lacksRegular}
        isDirty={family !== "" || faces.length > 0}
        forget={forget}
        act={() => sendFont(organization, family.trim(), faces)}
        done={(font) => {
          say({ text: lookWords.fontMade(font.fontFamily) });
          made(font);
        }}
      >
        {() => (
          <>
            <Field
              label={lookWords.fontFiles}
              help={lookWords.fontFilesHelp}
              error={refused ?? (lacksRegular ? lookWords.fontRegular : undefined)}
            >
              {(control) => (
                <input
                  {...control}
                  type="file"
                  multiple
                  accept=".woff2,.woff"
                  onChange={(event) => {
                    const files = [...(event.target.files ?? [])];
                    choose(files.map((file) => ({ file, weight: weightOf(file) })));
                    const [first] = files;
                    if (family === "" && first !== undefined) name(familyOf(first));
                  }}
                />
              )}
            </Field>
            <TextField label={lookWords.fontFamily} value={family} set={name} />
            {faces.map(({ file, weight }, place) => (
              <ChoiceField
                key={file.name}
                label={lookWords.weightOf(file.name)}
                value={weight}
                set={(next) => choose(faces.with(place, { file, weight: next }))}
                choices={lookWords.weights}
              />
            ))}
          </>
        )}
      </FormDialog>
    </>
  );
}

/** Sends the files, and makes a font of them. What is refused names the file. */
async function sendFont(
  organization: string,
  fontFamily: string,
  faces: readonly FaceFile[],
): Promise<CustomizationFontDefinition> {
  const sent = await Promise.all(
    faces.map(async ({ file, weight }) => {
      const { name, size } = file;
      const { url, key } = await generateStorageUploadURL(client, organization, {
        kind: "customization_font",
        file: { name, type: file.type || "font/woff2", size },
      });
      await sendSigned(url, file).catch((reason: Error) => {
        throw new Error(lookWords.fontRefused(name, reason.message));
      });
      return { weight: Number(weight), storageKey: key };
    }),
  );
  return createCustomFont(client, organization, { fontFamily, fontFaces: sent });
}
