/** What is heard wherever it comes on a screen: the key that sends a form, and files that nothing takes. */
import { useEffect } from "react";
import { useFormKey } from "./formKey.ts";
import { refuseStrayFiles } from "./strayFiles.ts";

export function useWindowGuards(): void {
  useFormKey();
  useEffect(() => refuseStrayFiles(), []);
}
