/** What was done, at the foot of the screen. */
import { useEffect, useState } from "react";
import { Icon } from "../ui/Icon.tsx";
import { closeToast, closeUpTo, takeBack, type Toast, undoLatest, useToasts } from "../ui/toasts.ts";
import { words } from "../words.ts";
import { isMac, isTyping } from "./keys.ts";

/** Milliseconds that one is shown, without those in which it is pointed at. */
const SHOWN_FOR = 10_000;

/** The region that they are in: it is always there, so that it is read out. */
export function Toasts() {
  const shown = useToasts();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isCommand = isMac ? event.metaKey : event.ctrlKey;
      if (!isCommand || event.shiftKey || event.key.toLowerCase() !== "z") return;
      if (!event.defaultPrevented && !isTyping(event.target) && undoLatest()) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <div className="toasts">
      <div role="status">
        {shown
          .filter(({ isWrong }) => isWrong !== true)
          .slice(-1)
          .map(row)}
      </div>
      <div role="alert">{shown.filter(({ isWrong }) => isWrong === true).map(row)}</div>
    </div>
  );
}

const row = (toast: Toast) => <ToastRow key={toast.id} toast={toast} />;

function ToastRow({ toast }: { readonly toast: Toast }) {
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (isHeld || toast.isWrong === true) return undefined;
    const timer = setTimeout(() => closeUpTo(toast.id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  return (
    <div
      className="toast"
      data-wrong={toast.isWrong}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <span>{toast.text}</span>
      {toast.undo === undefined ? null : (
        <button type="button" className="button-quiet" onClick={() => takeBack(toast)}>
          {words.undo}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={words.closeMessage}
        onClick={() => (toast.isWrong === true ? closeToast(toast.id) : closeUpTo(toast.id))}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
