/** Sentences of a space that is made; they are loaded with its dialog. */
export const newSpaceWords = {
  importSpace: "Import into a new space",
  spaceTitle: "Title",
  spaceTitleHelp: "What people call it. It can be changed at any time.",
  createSpace: "Create space",
} as const;
