import type { ReactNode } from "react";
import { words } from "../words.ts";
import { useOnline } from "./useOnline.ts";

/**
 * What does nothing without the server: its buttons and fields wait until there is a network again, with what was typed.
 * Why they do is said above every screen.
 */
export function NeedsServer({ children }: { readonly children: ReactNode }) {
  const isOnline = useOnline();
  return (
    <fieldset className="needs-server" disabled={!isOnline} title={isOnline ? undefined : words.needsServer}>
      {children}
    </fieldset>
  );
}
