/** Sentences of a page that is read; they are loaded with it. */
export const readingWords = {
  onThisPage: "On this page",
  emptyPage: "This page is empty.",
  computedPage:
    "The pages in the place of this one are made from something else: the description of an API, or what an integration knows. Readers see them on published sites.",
  madeBy: (integration: string) => `Made by ${integration}`,
  sourceState: {
    waiting: (integration: string, _pages: number) => `${integration} has not been asked for its pages yet.`,
    ready: (integration: string, pages: number) =>
      `${integration} makes ${pages} ${pages === 1 ? "page" : "pages"} here.`,
    failed: (integration: string, _pages: number) => `${integration} could not make its pages.`,
  },
  madeAt: (when: string) => `Made ${when}`,
  refresh: "Make anew",
  madeSoon: "The pages are made anew in a moment.",
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
