/** The screens of change requests, before the one that shows a page of them. */
import { screen } from "../app/screen.tsx";

export const reviewing = [
  screen("changes", () => import("../features/changes/OrganizationChanges.tsx")),
  screen("spaceChanges", () => import("../features/changes/SpaceChanges.tsx")),
  screen("change", () => import("../features/changes/Overview.tsx")),
  screen("changeDiff", () => import("../features/changes/DiffScreen.tsx")),
  screen("changeConflicts", () => import("../features/changes/ConflictsScreen.tsx")),
];
