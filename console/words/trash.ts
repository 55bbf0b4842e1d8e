/** Sentences of the trash of an organization; they are loaded with it. */
export const trashWords = {
  trash: "Trash",
  text: "What was deleted is kept for seven days.",
  empty: "Nothing was deleted",
  emptyText:
    "Spaces, collections and sites that are deleted will be here for seven days, and can be brought back.",
  kinds: { space: "Spaces", collection: "Collections", site: "Sites" },
  title: "Title",
  deletedAt: "Deleted",
  left: "Time left",
  daysLeft: (count: number) => (count === 1 ? "1 day left" : `${count} days left`),
  isThere: (title: string) => `“${title}” is in the trash`,
  restore: "Bring back",
  isBack: {
    space: (title: string) => `“${title}” is back`,
    collection: (title: string) =>
      `“${title}” is back, with what lay in it, as far as nobody has moved that since`,
    site: (title: string) => `“${title}” is back. Nobody reads it until it is published.`,
  },
  purge: "Delete for good",
  purgeTitle: (title: string) => `Delete “${title}” for good?`,
  purgeText: {
    space: "Its pages, files, history and change requests can't be brought back.",
    collection: "What lay in it stays where it is now. The collection itself can't be brought back.",
    site: "Its parts, look, redirects, share links and feedback can't be brought back. The spaces that it showed stay.",
  },
  purged: (title: string) => `“${title}” is gone for good`,
} as const;
