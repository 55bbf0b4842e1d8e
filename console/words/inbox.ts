/** Sentences of the inbox; they are loaded with it. */
export const inboxWords = {
  title: "Inbox",
  unread: "Unread",
  all: "All",
  which: "Which notifications",
  readAll: "Mark all as read",
  isUnread: "Unread",
  nothing: "Nothing new",
  nothingText:
    "When somebody asks you for a review, answers you or mentions you, when your change requests move on, and when Git Sync waits for you, you see it here.",
  nobody: "Somebody",
  noSubject: "Without a subject",
  told: {
    "review-requested": (who: string) => `${who} asked you for a review`,
    reviewed: (who: string) => `${who} reviewed your change request`,
    comment: (who: string) => `${who} commented on your change request`,
    reply: (who: string) => `${who} replied to you`,
    mention: (who: string) => `${who} mentioned you`,
    merged: (who: string) => `${who} merged a change request`,
    "job-ended": () => "Your job has finished",
    "git-standstill": () => "Git Sync stands still",
  },
  times: (count: number) => `(${count} times)`,
  jobs: {
    import: "Import",
    "translate-space": "Translation",
    pdf: "PDF",
  } as Readonly<Record<string, string>>,
};
