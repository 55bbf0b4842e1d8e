/** How differences are looked at: as they are read or by their source, in one column or beside each other. */
import { reviewWords as words } from "../../words/review.ts";
import type { DiffViewProps } from "./DiffView.tsx";

export type DiffLook = Pick<DiffViewProps, "mode"> & { readonly isSideBySide: boolean };

export const FIRST_LOOK: DiffLook = { mode: "rendered", isSideBySide: false };

interface LookProps {
  readonly of: DiffLook;
  readonly set: (look: DiffLook) => void;
}

export function Look({ of, set }: LookProps) {
  return (
    <div className="review-look">
      <fieldset className="switch">
        <legend className="visually-hidden">{words.view}</legend>
        {(["rendered", "source"] as const).map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name="mode"
              className="visually-hidden"
              checked={of.mode === mode}
              onChange={() => set({ ...of, mode })}
            />
            <span>{words[mode]}</span>
          </label>
        ))}
      </fieldset>
      <label className="switch-check">
        <input
          type="checkbox"
          checked={of.isSideBySide}
          disabled={of.mode === "source"}
          onChange={(event) => set({ ...of, isSideBySide: event.target.checked })}
        />
        {words.sideBySide}
      </label>
    </div>
  );
}
