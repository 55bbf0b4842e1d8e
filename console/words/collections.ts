/** Sentences of making, changing and moving collections; they are loaded with that. */
export const collectionWords = {
  titleHelp: "What people call it. Spaces and further collections lie in it.",
  create: "Create collection",

  moveTitle: (title: string) => `Move “${title}”`,
  place: "Into",
  placeHelp: "Where it inherits who may see and change it, it inherits from there.",
  top: "The top of the organization",
  unseen: "A collection that you don't see",
  move: "Move",

  rename: "Rename…",
  renameTitle: (title: string) => `Rename “${title}”`,
  title: "Title",
  description: "Description",
  save: "Save",
  remove: "Delete collection",
  deleteTitle: (title: string) => `Delete the collection “${title}”?`,
  deleteText:
    "What lies in it moves to where the collection is, open to the same people. The collection goes to the trash, and can be brought back for 7 days.",
} as const;
