/** Dialogs: one that asks before something is done, and one with a form. Both stay until it is done or given up. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { type ReactNode, useState } from "react";
import { LecternError, Unauthenticated } from "../../sdk/src/index.ts";
import { doorHref } from "../api/door.ts";
import { useTyped } from "../api/typed.ts";
import { words } from "../words.ts";
import { Countdown } from "./Countdown.tsx";
import { isSaid } from "./faults.ts";
import { TextField } from "./Field.tsx";
import { useRetryAt } from "./retryAt.ts";
import { useOnline } from "./useOnline.ts";

interface AskProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says: a verb. */
  readonly verb: string;
  /** What has to be typed first, for what can't be undone. */
  readonly name?: string;
  readonly act: () => Promise<unknown>;
}

/** Asks, does it, and closes; what is refused is said in the dialog. */
export function Ask({ isOpen, close, title, children, verb, name, act }: AskProps) {
  const [typed, type] = useState("");
  return (
    <FormDialog
      isOpen={isOpen}
      close={() => {
        // It is typed each time: who has thought better of it once may do so again.
        type("");
        close();
      }}
      title={title}
      verb={verb}
      isDangerous
      isReady={name === undefined || typed.trim() === name}
      isDirty={false}
      act={act}
    >
      {() => (
        <>
          <div className="dialog-text">{children}</div>
          {name === undefined ? null : <TextField label={words.typeName(name)} value={typed} set={type} />}
        </>
      )}
    </FormDialog>
  );
}

interface FormDialogProps<Made> {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly verb: string;
  readonly isReady: boolean;
  /** Whether something was typed: closing asks first. */
  readonly isDirty: boolean;
  readonly isDangerous?: boolean;
  readonly act: () => Promise<Made>;
  /** It was done; the dialog is closed already. */
  readonly done?: (made: Made) => void;
  /** What was typed is given up. */
  readonly forget?: () => void;
  readonly children: (error: Error | undefined) => ReactNode;
}

export function FormDialog<Made>(props: FormDialogProps<Made>) {
  const { isOpen, close, title, verb, isReady, isDirty, act, done, forget, children } = props;
  const look = props.isDangerous ? "button button-danger" : "button";
  const [error, fail] = useState<Error>();
  const [isBusy, work] = useState(false);
  const [isAsking, ask] = useState(false);
  useTyped(isOpen && isDirty);
  const leave = (): void => {
    ask(false);
    fail(undefined);
    close();
  };
  const submit = async (): Promise<void> => {
    if (isBusy || !isReady) return;
    work(true);
    fail(undefined);
    try {
      const made = await act();
      leave();
      forget?.();
      done?.(made);
    } catch (reason) {
      fail(reason as Error);
    } finally {
      work(false);
    }
  };
  return (
    <Dialog
      className="dialog"
      open={isOpen}
      unmountOnHide
      onClose={(event) => {
        if (!isDirty) return leave();
        event.preventDefault();
        ask(true);
      }}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="dialog-title">{title}</DialogHeading>
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children(error)}
        {error === undefined ? null : <Refusal error={error} />}
        {isAsking ? (
          <AskToDiscard
            discard={() => {
              leave();
              forget?.();
            }}
            keep={() => ask(false)}
          />
        ) : (
          <FormActions verb={verb} look={look} isReady={isReady && !isBusy} />
        )}
      </form>
    </Dialog>
  );
}

interface FormActionsProps {
  readonly verb: string;
  readonly look: string;
  readonly isReady: boolean;
}

/** The way out and the way on, which waits for a network. */
function FormActions({ verb, look, isReady }: FormActionsProps) {
  const isOnline = useOnline();
  return (
    <>
      <div className="actions">
        <DialogDismiss className="button button-secondary">{words.cancel}</DialogDismiss>
        <button type="submit" className={look} disabled={!isReady || !isOnline}>
          {verb}
        </button>
      </div>
      {isOnline ? null : <p className="help">{words.needsServer}</p>}
    </>
  );
}

/** Something was typed, and the dialog was to be closed. */
export function AskToDiscard({ discard, keep }: { readonly discard: () => void; readonly keep: () => void }) {
  return (
    <div className="actions" role="alert">
      <span className="grow">{words.discardAsk}</span>
      <button type="button" className="button button-secondary" onClick={discard}>
        {words.discard}
      </button>
      <button type="button" className="button" onClick={keep}>
        {words.keepEditing}
      </button>
    </div>
  );
}

/** What was refused of the whole; where the fields of its form say all of it, it isn't said twice. */
export function Refusal({ error }: { readonly error: Error }) {
  const until = useRetryAt(error);
  return (
    <p className="wrong" role="alert" hidden={isSaid(error)}>
      {error.message} <SignInAgain error={error} />
      {until === undefined ? null : <Countdown until={until} />}
    </p>
  );
}

/** The door, where that helps: in a tab of its own, so that what was typed here stays. */
function SignInAgain({ error }: { readonly error: Error }) {
  const isOld = error instanceof LecternError && error.type === "sign-in-too-old";
  if (!isOld && !(error instanceof Unauthenticated)) return null;
  return (
    <a href={doorHref({ isOld })} target="_blank" rel="noopener">
      {words.signInAgain}
    </a>
  );
}
