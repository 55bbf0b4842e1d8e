import type { Space } from "../../sdk/src/index.ts";

/** Whether somebody writes in the space itself: one that takes change requests alone is written in those. */
export const mayWriteParts = ({ permissions, editMode }: Space): boolean =>
  permissions.edit && editMode === "live";
