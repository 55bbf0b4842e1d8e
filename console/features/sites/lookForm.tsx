/** What the parts of the form of a look are given, and the plain fields of it. */
import type { ReactNode } from "react";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { lookWords } from "../../words/look.ts";
import { type LookFields, type LookPath, mayBeOwn, type OwnPath } from "./look.ts";

export interface LookForm {
  /** Ids. */
  readonly organization: string;
  readonly site: string;
  /** The space that takes the pictures: the first that is on the site. */
  readonly keeper: { readonly id: string; readonly title: string } | undefined;
  readonly values: LookFields;
  readonly set: (changed: Partial<LookFields>) => void;
  /** What is wrong with a field, or with a part of it. */
  readonly fault: (path: LookPath, within?: string) => string | undefined;
  /** Where it is the look of one space: what that has of its own. */
  readonly own?: OwnLook;
}

export interface OwnLook {
  readonly has: (path: OwnPath) => boolean;
  /** Makes it as the site's again. */
  readonly giveBack: (path: OwnPath) => void;
}

/** Whether a form shows a setting: that of a space has those which a space may have otherwise. */
export const shows = ({ own }: LookForm, path: LookPath): boolean => own === undefined || mayBeOwn(path);

/** A setting, and where a space has it otherwise that it has, and the way back. */
export function Setting({
  form,
  path,
  children,
}: PartProps<LookPath> & { readonly children: ReactNode }): ReactNode {
  const { own } = form;
  if (own === undefined) return children;
  if (!mayBeOwn(path)) return null;
  if (!own.has(path)) return children;
  return (
    <div className="look-own">
      {children}
      <p className="look-own-mark">
        {lookWords.isOwn}
        <button
          type="button"
          className="quiet-link"
          aria-label={lookWords.asSiteOf(lookWords.fields[path])}
          onClick={() => own.giveBack(path)}
        >
          {lookWords.asSite}
        </button>
      </p>
    </div>
  );
}

interface PartProps<Path extends LookPath> {
  readonly form: LookForm;
  readonly path: Path;
}

type PathsOf<Value> = {
  [Path in LookPath]: LookFields[Path] extends Value ? Path : never;
}[LookPath];

/** Yes or no. */
export function Flag({ form, path }: PartProps<PathsOf<boolean>>) {
  return (
    <Setting form={form} path={path}>
      <Check
        label={lookWords.fields[path]}
        value={form.values[path]}
        set={(value) => form.set({ [path]: value })}
      />
    </Setting>
  );
}

/** One of some. */
export function Choice({ form, path }: PartProps<keyof typeof lookWords.choices>) {
  return (
    <Setting form={form} path={path}>
      <ChoiceField
        label={lookWords.fields[path]}
        error={form.fault(path)}
        value={form.values[path]}
        set={(value) => form.set({ [path]: value })}
        choices={Object.entries(lookWords.choices[path]) as [LookFields[typeof path], string][]}
      />
    </Setting>
  );
}

/** A line of text; empty: it is left out. */
export function Line({
  form,
  path,
  help,
}: PartProps<"title" | "footer.copyright" | "privacyPolicy.url"> & { readonly help?: string }) {
  return (
    <Setting form={form} path={path}>
      <TextField
        label={lookWords.fields[path]}
        help={help}
        error={form.fault(path)}
        value={form.values[path] ?? ""}
        set={(value) => form.set({ [path]: value === "" ? undefined : value })}
      />
    </Setting>
  );
}

interface ColourProps {
  readonly label: string;
  readonly value: { readonly light: string; readonly dark: string };
  readonly set: (value: { readonly light: string; readonly dark: string }) => void;
  readonly fault: (theme: string) => string | undefined;
}

/** What a browser's own field for colours can show. */
const whole = (colour: string): string => {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  return /^#[\da-f]{6}$/i.test(colour) ? colour : "#000000";
};

/** A colour in each theme: chosen by eye, or written. */
export function Colour({ label, value, set, fault }: ColourProps) {
  const themes = [
    ["light", lookWords.inLight],
    ["dark", lookWords.inDark],
  ] as const;
  return (
    <fieldset className="colour">
      <legend>{label}</legend>
      {themes.map(([theme, words]) => (
        <div key={theme} className="colour-of">
          <input
            type="color"
            aria-label={`${label}, ${words}`}
            value={whole(value[theme])}
            onChange={(event) => set({ ...value, [theme]: event.target.value })}
          />
          <TextField
            label={words}
            error={fault(theme)}
            value={value[theme]}
            set={(colour) => set({ ...value, [theme]: colour.trim() })}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** The colour of a setting that always has one. */
export function ColourOf({
  form,
  path,
}: PartProps<
  | "styling.primaryColor"
  | "styling.infoColor"
  | "styling.successColor"
  | "styling.warningColor"
  | "styling.dangerColor"
>) {
  return (
    <Setting form={form} path={path}>
      <Colour
        label={lookWords.fields[path]}
        value={form.values[path]}
        set={(value) => form.set({ [path]: value })}
        fault={(theme) => form.fault(path, theme)}
      />
    </Setting>
  );
}
