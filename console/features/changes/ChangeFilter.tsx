interface ChangeFilterProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly choices: readonly (readonly [value: string, title: string])[];
}

/** One of the filters above a list. */
export function ChangeFilter({ label, value, set, choices }: ChangeFilterProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => set(event.target.value)}>
      {choices.map(([choice, title]) => (
        <option key={choice} value={choice}>
          {title}
        </option>
      ))}
    </select>
  );
}
