/** A secret that is shown this once: it is closed by saying that it was copied, and by nothing else. */
import { Dialog, DialogHeading } from "@ariakit/react/dialog";
import { Secret } from "../../ui/Secret.tsx";
import { developerWords } from "../../words/developers.ts";

interface SecretOnceProps {
  readonly secret: string | undefined;
  readonly done: () => void;
}

export function SecretOnce({ secret, done }: SecretOnceProps) {
  return (
    <Dialog
      className="dialog"
      open={secret !== undefined}
      hideOnEscape={false}
      hideOnInteractOutside={false}
      unmountOnHide
      onClose={done}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="dialog-title">{developerWords.secretTitle}</DialogHeading>
      <div className="dialog-form">
        <p>{developerWords.secretText}</p>
        <Secret label={developerWords.secret} value={secret ?? ""} />
        <div className="actions">
          <button type="button" className="button" onClick={done}>
            {developerWords.secretDone}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
