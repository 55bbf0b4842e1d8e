/** What is said where a text can't be copied by a button. */
export const copyWords = {
  copyByKeys: "The browser lets no button copy here. Mark the text, and copy it by keys.",
} as const;
