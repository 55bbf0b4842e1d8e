/** Somebody has written in a page that was to be brought back: nothing was replaced, and one sees what they wrote. */
import { useLocation } from "wouter";
import { addressOf } from "../../routes.ts";
import { partsWords as words } from "../../words/parts.ts";
import { FormDialog } from "../../ui/Ask.tsx";

interface ChangedSinceProps {
  /** The number of the change request that has it changed; null: the space has; undefined: nothing is told. */
  readonly changed: string | null | undefined;
  readonly close: () => void;
  /** The id of the space. */
  readonly space: string;
  /** Of the page. */
  readonly title: string;
  /** Shows the version that was to come back beside the page as it is. */
  readonly compare: () => void;
}

export function ChangedSince({ changed, close, space, title, compare }: ChangedSinceProps) {
  const [, go] = useLocation();
  const number = changed ?? undefined;
  return (
    <FormDialog
      isOpen={changed !== undefined}
      close={close}
      title={number === undefined ? words.changedSince : words.changedThere(number)}
      verb={number === undefined ? words.compare : words.openRequest(number)}
      isReady
      isDirty={false}
      act={() => Promise.resolve()}
      done={number === undefined ? compare : () => go(addressOf("changeDiff", { space, number }))}
    >
      {() => (
        <p className="dialog-text">
          {number === undefined ? words.changedSinceText(title) : words.changedThereText(title, number)}
        </p>
      )}
    </FormDialog>
  );
}
