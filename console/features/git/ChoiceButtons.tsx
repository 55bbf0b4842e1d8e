/** What Git Sync asks, to be pressed. */
import type { GitChoice } from "../../../sdk/src/index.ts";

interface ChoiceButtonsProps {
  readonly of: readonly GitChoice[];
  readonly wordOf: (choice: GitChoice) => string;
  readonly choose: (choice: GitChoice) => void;
  readonly isBusy?: boolean;
}

export const ChoiceButtons = ({ of, wordOf, choose, isBusy = false }: ChoiceButtonsProps) => (
  <div className="card-acts">
    {of.map((choice) => (
      <button
        key={choice}
        type="button"
        className="button button-secondary"
        disabled={isBusy}
        onClick={() => choose(choice)}
      >
        {wordOf(choice)}
      </button>
    ))}
  </div>
);
