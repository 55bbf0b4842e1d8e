/** The screens of what a space has beside its pages, and of what was deleted. */
import { screen } from "../app/screen.tsx";

export const spaceParts = [
  screen("history", () => import("../features/history/History.tsx")),
  screen("pageHistory", () => import("../features/history/PageHistory.tsx")),
  screen("revision", () => import("../features/history/Revision.tsx")),
  screen("revisionPage", () => import("../features/history/RevisionPage.tsx")),
  screen("spaceComments", () => import("../features/comments/SpaceComments.tsx")),
  screen("files", () => import("../features/files/Files.tsx")),
  screen("file", () => import("../features/files/FileScreen.tsx")),
  screen("reusables", () => import("../features/reusable/ReusableList.tsx")),
  screen("reusable", () => import("../features/reusable/ReusableScreen.tsx")),
  screen("variables", () => import("../features/variables/Variables.tsx")),
  screen("tags", () => import("../features/tags/Tags.tsx")),
  screen("brokenLinks", () => import("../features/links/BrokenLinks.tsx")),
  screen("spaceImport", () => import("../features/import/ImportScreen.tsx")),
  screen("spaceTrash", () => import("../features/trash/SpaceTrash.tsx")),
  screen("trash", () => import("../features/trash/Trash.tsx")),
];
