/** Sentences of texts that are kept by the browser and not stored. */
export const keptWords = {
  title: "Kept texts",
  lead: "What you wrote and what the server doesn't have yet. It is on this device alone, and is deleted when you sign out.",
  none: "Everything you wrote is saved",
  noneText: "What is not saved yet is kept on this device and listed here.",
  saved: (count: number) =>
    count === 1
      ? "1 text that was kept on this device is saved now"
      : `${count} texts that were kept on this device are saved now`,
  bothChanged: "Somebody else changed the same text. Open the page to compare both and decide.",
  half: "A setting of this page is half typed. Open the page to finish it, or to take it back.",
  keptInSpace:
    "Another text of this page is kept here, for the space itself. Save or delete that one first, then save this again.",
  gone: "The page is not there any more, or you may not see it any more.",
  open: "It is open in another tab, which saves it.",
  sending: "It is being saved…",
  reusable: "Reusable content: open it and save it there.",
  unreadable:
    "This was kept in a form that can't be opened any more. Its words can be copied and downloaded.",
  unsent:
    "You typed this to say something, and did not send it. It is in this tab alone: it goes when you close it.",
  in: (space: string, change: string) => (change === "" ? space : `${space}, #${change}`),
  kept: (when: string) => `Typed ${when}`,
  text: (title: string) => `Text of ${title}`,
  read: "Read",
  openPage: "Open the page",
  openReusable: "Open it",
  again: "Save again",
  propose: "Save as change request",
  newPage: "Make a new page of it",
  copy: "Copy",
  copied: "Copied",
  download: "Download",
  remove: "Delete",
  removeAsk: (title: string) => `Delete what is kept of “${title}”?`,
  removeText: "It is on this device alone: nobody can bring it back.",
  untitled: "Untitled",
} as const;
