/** Somebody has written in a page that was to be brought back: nothing was replaced, and one sees what they wrote. */
import { partsWords as words } from "../../words/parts.ts";
import { FormDialog } from "../../ui/Ask.tsx";

interface ChangedSinceProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** Of the page. */
  readonly title: string;
  /** Shows the version that was to come back beside the page as it is. */
  readonly compare: () => void;
}

export function ChangedSince({ isOpen, close, title, compare }: ChangedSinceProps) {
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={words.changedSince}
      verb={words.compare}
      isReady
      isDirty={false}
      act={() => Promise.resolve()}
      done={compare}
    >
      {() => <p className="dialog-text">{words.changedSinceText(title)}</p>}
    </FormDialog>
  );
}
