/** Pictures of a look: an address, or a file that is put among those of a space of the site. */
import { useId, useState } from "react";
import { type CustomizationThemedURL, type RevisionFile, uploadFile } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { words } from "../../words.ts";
import { lookWords } from "../../words/look.ts";
import type { LookForm } from "./lookForm.tsx";

interface AddressProps {
  readonly form: LookForm;
  readonly label: string;
  readonly help?: string | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly set: (address: string) => void;
}

/** The address of a picture, which a file from this device may be given. */
export function PictureAddress({ form, label, help, error, value, set }: AddressProps) {
  const id = useId();
  const [state, become] = useState<"busy" | Error>();
  const { keeper } = form;
  const take = async (file: File): Promise<void> => {
    if (keeper === undefined) return;
    become("busy");
    try {
      const { downloadURL } = (await uploadFile(client, keeper.id, file)) as RevisionFile;
      become(undefined);
      set(downloadURL);
    } catch (reason) {
      become(reason as Error);
    }
  };
  const failed = state instanceof Error ? words.notDone(state.message) : undefined;
  return (
    <div className="picture-field">
      <TextField type="url" label={label} help={help} error={failed ?? error} value={value} set={set} />
      {keeper === undefined ? null : (
        <label className="button button-secondary picture-file" htmlFor={id}>
          {state === "busy" ? lookWords.uploading : lookWords.upload}
          <input
            id={id}
            className="visually-hidden"
            type="file"
            accept="image/*"
            aria-label={lookWords.uploadOf(label)}
            disabled={state === "busy"}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (file !== undefined) void take(file);
            }}
          />
        </label>
      )}
    </div>
  );
}

interface PictureProps {
  readonly form: LookForm;
  readonly label: string;
  readonly value: CustomizationThemedURL | undefined;
  readonly set: (value: CustomizationThemedURL | undefined) => void;
  readonly fault: (theme: string) => string | undefined;
}

/** A picture in each theme; without one of its own the dark theme has that of the light one. */
export function Picture({ form, label, value, set, fault }: PictureProps) {
  const { light = "", dark = "" } = value ?? {};
  const own = dark === light ? "" : dark;
  const put = (first: string, second: string): void => {
    const [lit, dim] = [first.trim(), second.trim()];
    set(lit === "" && dim === "" ? undefined : { light: lit || dim, dark: dim || lit });
  };
  return (
    <>
      <PictureAddress
        form={form}
        label={label}
        help={form.keeper && lookWords.pictureHelp(form.keeper.title)}
        error={fault("light")}
        value={light}
        set={(address) => put(address, own)}
      />
      {value === undefined ? null : (
        <PictureAddress
          form={form}
          label={lookWords.inDarkTheme(label)}
          help={lookWords.addressDarkHelp}
          error={own === "" ? undefined : fault("dark")}
          value={own}
          set={(address) => put(light, address)}
        />
      )}
    </>
  );
}

type IconKind = keyof typeof lookWords.iconKind;

/** The small picture of a site: none, an emoji, or a picture in each theme. */
export function SiteIcon({ form }: { readonly form: LookForm }) {
  const favicon = form.values.favicon;
  const emoji = "emoji" in favicon && typeof favicon.emoji === "string" ? favicon.emoji : undefined;
  const icon = "icon" in favicon && typeof favicon.icon === "object" ? favicon.icon : undefined;
  const kept: IconKind = icon !== undefined ? "picture" : emoji !== undefined ? "emoji" : "none";
  const [chosen, choose] = useState<IconKind>(kept);
  // Another's choice, or one that was given up, counts at once; one without a value waits for it.
  const kind = kept === "none" ? chosen : kept;
  return (
    <>
      <ChoiceField
        label={lookWords.fields.favicon}
        value={kind}
        set={(next) => {
          choose(next);
          form.set({ favicon: {} });
        }}
        choices={Object.entries(lookWords.iconKind) as [IconKind, string][]}
      />
      {kind === "emoji" ? (
        <TextField
          label={lookWords.emoji}
          error={form.fault("favicon")}
          value={emoji ?? ""}
          set={(text) => form.set({ favicon: text === "" ? {} : { emoji: text } })}
        />
      ) : null}
      {kind === "picture" ? (
        <Picture
          form={form}
          label={lookWords.iconPicture}
          value={icon}
          set={(pair) => form.set({ favicon: pair === undefined ? {} : { icon: pair } })}
          fault={(theme) => form.fault("favicon", `icon/${theme}`)}
        />
      ) : null}
    </>
  );
}
