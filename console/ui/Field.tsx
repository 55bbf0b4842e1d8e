/** A field of a form: its label, what to type, and below it the help or what is wrong. */
import { type ReactNode, useEffect, useId, useRef } from "react";

/** What the control of a field is given. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const below = error ?? help;
  useEffect(() => {
    // The first field that was refused gets the focus, but from nobody who has gone on elsewhere.
    const form = place.current?.closest("form");
    const first = form?.querySelector("[aria-invalid]");
    const at = document.activeElement;
    const isElsewhere = form?.contains(at) === false && at?.contains(form) === false;
    if (error === undefined || isElsewhere) return;
    if (first instanceof HTMLElement && place.current?.contains(first)) first.focus();
  }, [error]);
  return (
    <div className="entry" ref={place}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": below === undefined ? undefined : `${id}-below`,
      })}
      {below === undefined ? null : (
        <p
          id={`${id}-below`}
          className={error === undefined ? "help" : "wrong"}
          role={error === undefined ? undefined : "alert"}
        >
          {below}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, "children"> {
  readonly value: string;
  readonly set: (value: string) => void;
  readonly type?: "text" | "url" | "email" | "search" | "date";
  readonly rows?: number;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
}

/** A field for words: one line, or several where `rows` says so. */
export function TextField({ value, set, rows, type = "text", label, help, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) =>
        rows === undefined ? (
          <input
            {...control}
            {...rest}
            type={type}
            value={value}
            autoComplete="off"
            onChange={(event) => set(event.target.value)}
          />
        ) : (
          <textarea
            {...control}
            {...rest}
            rows={rows}
            value={value}
            spellCheck={false}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </Field>
  );
}

interface ChoiceFieldProps<Value extends string> extends Omit<FieldProps, "children"> {
  readonly value: Value;
  readonly set: (value: Value) => void;
  readonly choices: readonly (readonly [Value, string])[];
}

/** One of some. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { value, set, choices, label, help, error } = props;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => set(event.target.value as Value)}>
          {choices.map(([choice, title]) => (
            <option key={choice} value={choice}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: string;
  readonly help?: string;
  readonly value: boolean;
  readonly set: (value: boolean) => void;
  /** It can't be changed now; the help says why. */
  readonly isDisabled?: boolean;
}

/** Yes or no. */
export function Check({ label, help, value, set, isDisabled = false }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={value}
        disabled={isDisabled}
        aria-describedby={help === undefined ? undefined : `${id}-below`}
        onChange={(event) => set(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {help === undefined ? null : (
        <p id={`${id}-below`} className="help">
          {help}
        </p>
      )}
    </div>
  );
}
