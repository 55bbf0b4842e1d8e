/** Where no e-mail can be sent: how people who were invited come in. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { Secret } from "../../ui/Secret.tsx";
import { words } from "../../words.ts";
import { peopleWords } from "../../words/people.ts";

interface HandOverProps {
  /** The addresses of whom nobody has written to. */
  readonly emails: readonly string[];
  readonly close: () => void;
}

export function HandOver({ emails, close }: HandOverProps) {
  return (
    <Dialog
      className="dialog"
      open={emails.length > 0}
      unmountOnHide
      // The dialog before it gives the focus back while this one opens; and nobody closes it by mistake.
      hideOnInteractOutside={false}
      onClose={close}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="dialog-title">{peopleWords.handOver}</DialogHeading>
      <div className="dialog-form">
        <p>{peopleWords.handOverText}</p>
        {emails.map((email) => (
          <Secret
            key={email}
            label={peopleWords.handOverTo(email)}
            value={`npx lectern user link ${wordOf(email)}`}
          />
        ))}
        <div className="actions">
          <DialogDismiss className="button">{words.close}</DialogDismiss>
        </div>
      </div>
    </Dialog>
  );
}

/** An address as one word of a command: it is pasted into a shell. */
const wordOf = (email: string): string =>
  /^[\w@.+-]+$/.test(email) ? email : `'${email.replaceAll("'", `'\\''`)}'`;
