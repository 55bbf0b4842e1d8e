/** Sentences of a page that is read; they are loaded with it. */
export const readingWords = {
  onThisPage: "On this page",
  emptyPage: "This page is empty.",
  computedPage:
    "The pages in the place of this one are made from something else, such as the description of an API. Readers see them on published sites.",
  linkPage: "This entry of the navigation leads elsewhere.",
  groupPage: "This is a group of pages, and no page itself.",
  lastEdited: (when: string) => `Edited ${when}`,
  table: "Table",
  tabs: "Tabs",
  hints: { info: "Note", success: "Success", warning: "Warning", danger: "Danger" },
  diagram: "Diagram",
  prompt: "Prompt",
  notIncluded: "Included content that is not here",
  shownIf: (expression: string) => `Shown if ${expression}`,
} as const;
