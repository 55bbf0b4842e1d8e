/** Sentences of what may be done to a collection; they are loaded with it. */
export const collectionWords = {
  rename: "Rename…",
  renameTitle: (title: string) => `Rename “${title}”`,
  title: "Title",
  description: "Description",
  save: "Save",
  remove: "Delete collection",
  deleteTitle: (title: string) => `Delete the collection “${title}”?`,
  deleteText:
    "What lies in it moves to where the collection is, open to the same people. The collection goes to the trash, and can be brought back for 7 days.",
  deleted: (title: string) => `“${title}” is in the trash`,
} as const;
