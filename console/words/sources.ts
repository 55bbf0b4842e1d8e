/** Sentences where pages are made of what integrations have. */
export const sourceWords = {
  kind: "Integration",
  help: "An integration makes pages, and they stand in the place of this one. It asks next what to make them of.",
  create: "Continue",
  source: "What makes them",
  insert: "Insert",
  pagesFrom: (title: string) => `Pages from “${title}”`,
} as const;
