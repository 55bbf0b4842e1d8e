/** What the editor says. */
export const WORDS = {
  editor: "Page",
  style: "Kind of hint",
  tabTitle: "Title of the tab",
  condition: "Shown when",
  language: "Language",
  address: "Address",
  file: "File",
  picture: "Address of the picture",
  alternative: "What the picture shows",
  page: "Page",
  reusable: "Reusable content",
  source: "Source of this block",
  done: "Done",
  conflict: "Somebody else changed this too.",
  ours: "Keep yours",
  theirs: "Take theirs",
  both: "Keep both",
  blocks: "Blocks",
  sending: (name: string) => `Sending ${name}`,
  faultAt: (place: number, message: string) => `At character ${place}: ${message}`,
  remove: "Remove",
  tooLong:
    "This is longer than 1 MB, too long for one page, and is not pasted. Import it instead: save it as a file and choose Import beside History and Files.",
  folder: (name: string) =>
    `“${name}” is a folder, and is not taken as a file. Its pages are taken by Import, beside History and Files.`,
} as const;
