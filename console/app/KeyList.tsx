/** The keys of the console, in a list. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { Icon } from "../ui/Icon.tsx";
import { frameWords as words } from "../words/frame.ts";
import { isMac } from "./keys.ts";

export interface KeyListProps {
  readonly isOpen: boolean;
  readonly close: () => void;
}

export default function KeyList({ isOpen, close }: KeyListProps) {
  return (
    <Dialog className="dialog key-list" open={isOpen} onClose={close} backdrop={<div className="backdrop" />}>
      <div className="key-list-head">
        <DialogHeading className="dialog-title">{words.keys}</DialogHeading>
        <DialogDismiss className="icon-button" aria-label={words.close}>
          <Icon name="close" />
        </DialogDismiss>
      </div>
      {words.keyGroups.map(({ title, keys }) => (
        <section key={title}>
          <h2 className="side-label">{title}</h2>
          <dl>
            {keys.map(([key, what]) => (
              <div key={key + what}>
                <dt>
                  {key.split(" ").map((part) => (
                    <kbd key={part}>{part === "mod" ? (isMac ? "⌘" : "Ctrl") : part}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="muted">{words.keysText}</p>
    </Dialog>
  );
}
