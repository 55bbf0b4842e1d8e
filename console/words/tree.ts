/** Sentences of the dialogs of the tree; they are loaded with them. */
export const treeWords = {
  kindOfPage: "Kind",
  linkAddress: "Address",
  moveToHint: "Under which page?",
  topOfSpace: "Top of the space",
  newPageBelow: "New page below",
  otherSource: "Change what it is made of",
  madeOfOther: (title: string) => `“${title}” is made of something else now`,
} as const;
