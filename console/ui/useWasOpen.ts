/** What is loaded when it is first opened stays: it may have something to show while it closes. */
import { useState } from "react";

/** Whether something is open, or was. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, open] = useState(false);
  if (isOpen && !wasOpen) open(true);
  return wasOpen || isOpen;
}
