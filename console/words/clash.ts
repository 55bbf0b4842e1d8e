/** Sentences of a form that two people changed; they are loaded with it. */
export const clashWords = {
  changedBy: (name: string, when: string) => `${name} changed this ${when}`,
  changedMeanwhile: "This was changed meanwhile",
  changedText: "What you typed is still here. Choose whose stays; everything else was taken over.",
  theirs: "Theirs",
  yours: "Yours",
  useTheirs: "Use theirs",
  saveMine: "Save mine",
} as const;
