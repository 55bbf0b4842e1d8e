import type { ReactNode } from "react";
import { useOnline } from "./useOnline.ts";

/**
 * What does nothing without the server: its buttons and fields wait until there is a network again, with what was typed.
 * Why they do is said above every screen.
 */
export function NeedsServer({ children }: { readonly children: ReactNode }) {
  return (
    <fieldset className="needs-server" disabled={!useOnline()}>
      {children}
    </fieldset>
  );
}
