import type { Page } from "../../../engine/page.ts";
import { isOpen, type VariantReading } from "../reading/reading.ts";

/** Whether a search tells this reader of a page. What the navigation leaves out is for whoever has its address. */
export function isFindable(reading: VariantReading, trail: readonly Page[]): boolean {
  return isOpen(reading, trail) && trail.every(({ hidden }) => hidden !== true);
}
