/** What is said of change requests: their lists, what they change, reviews, conflicts and merges. */
export const reviewWords = {
  changed: { added: "Added:", removed: "Removed:", moved: "Moved:" },
  partChanged: { added: "Added", removed: "Removed", moved: "Moved", edited: "Edited" },
  source: "Source",
  sameBlocks: (count: number) => (count === 1 ? "1 block the same" : `${count} blocks the same`),
  sameLines: (count: number) => (count === 1 ? "1 line the same" : `${count} lines the same`),
  show: "Show",
  sameText: "The text is the same.",
  respelled: "It reads the same and is written differently. The source shows how.",
  before: "Before",
  after: "After",
} as const;
