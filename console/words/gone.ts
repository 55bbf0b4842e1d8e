/** Sentences of a page that is there no more; they are loaded with what says them. */
export const goneWords = {
  deleted: (title: string) => `“${title}” was deleted`,
  deletedText: (who: string, when: string, below: number) =>
    `${who} deleted it ${when}${below === 0 ? "" : below === 1 ? ", with 1 page below it" : `, with ${below} pages below it`}. It is in the trash, and can be brought back.`,
  somebody: "Somebody",
  absent: "This page is not here",
  absentText:
    "It may have been deleted together with a page above it: what was deleted is in the trash, and can be brought back.",
  notInRequest: "This change request has no such page, or has it no more.",
  wordsStay: "What you wrote stays here.",
  restore: "Bring it back",
  openTrash: "Open the trash",
  openRequest: (number: string) => `Back to #${number}`,
  kept: "Your words are kept",
  keptText:
    "They had not been saved when the page was deleted. They are on this device, and go on where the page comes back.",
  copy: "Copy the text",
  copied: "Copied",
} as const;
