import { useEffect, useState } from "react";
import { TextField } from "../../ui/Field.tsx";

interface TypedProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly set: (text: string) => void;
}

/** A field that counts when it is left: half an address, or half a condition, is none. */
export function Typed({ label, help, value, error, set }: TypedProps) {
  const [text, type] = useState(value);
  useEffect(() => type(value), [value]);
  const take = (): void => set(text.trim());
  return (
    <form
      onBlur={take}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField label={label} help={help} error={error} value={text} set={type} />
    </form>
  );
}
