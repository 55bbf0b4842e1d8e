import { useEffect } from "react";

/** Has Ctrl S send the form that somebody is in; what deletes is never sent by it. */
export function useFormKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (!isCommand || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
      const form = event.target instanceof Element ? event.target.closest("form") : null;
      const button = form?.querySelector<HTMLButtonElement>("button[type=submit]");
      // Fields of a page that is written have none: their screen saves them.
      if (!button) return;
      event.preventDefault();
      if (button.matches(":enabled:not(.button-danger)")) form?.requestSubmit(button);
    };
    // Before what a screen does by the same key.
    addEventListener("keydown", listen, { capture: true });
    return () => removeEventListener("keydown", listen, { capture: true });
  }, []);
}
