/** Sentences of the frame around every screen. */
export const frameWords = {
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  nothingFound: (text: string) => `Nothing is called “${text}” or says it. Try fewer or other words.`,
  paletteTitle: "Search and commands",
  paletteHint: "A page, a space or a command",
  commands: "Commands",
  teamsFound: "Teams",
  specsFound: "API descriptions",
  accountOf: "Account of",
  apiReference: "API reference",
  toDark: "Dark theme",
  toLight: "Light theme",
  withSingleKeys: "Turn on keys of a single letter",
  withoutSingleKeys: "Turn off keys of a single letter",
  switchOrganization: "Switch organization",
  signOut: "Sign out",
  leaveUnsaved: "Sign out without saving?",
  leaveUnsavedText: (titles: string) =>
    `This is kept on this device alone, and is deleted when you sign out: ${titles}.`,
  signOutAnyway: "Delete it and sign out",
  unsentText: "what you typed and did not send",

  offline:
    "You are offline. What is open can be read, and pages can be written: they are kept on this device. Buttons that need the server wait.",
  newer: "Lectern was updated. This tab still has the former version: reload it when you are ready.",
  reload: "Reload",
  keys: "Keys",
  close: "Close",
  keysText:
    "Keys of a single letter work where nothing is being typed. The menu behind your name turns them off.",
  keyGroups: [
    {
      title: "Everywhere",
      keys: [
        ["mod K", "Search and commands"],
        ["/", "Search"],
        ["?", "This list"],
        ["[", "Show or hide the sidebar"],
        ["g h", "Home"],
        ["g i", "Inbox"],
        ["g c", "Change requests"],
        ["g s", "Sites"],
        ["g m", "People"],
        ["Esc", "Close what is open"],
      ],
    },
    {
      title: "Pages",
      keys: [
        ["e", "Edit the page"],
        ["c", "New page"],
        ["mod S", "Save now"],
        ["F2", "Rename, in the tree"],
        ["Alt ↑ ↓", "Move up or down, in the tree"],
        ["Alt ← →", "Move out or in, in the tree"],
        ["Del", "Delete, in the tree"],
      ],
    },
    {
      title: "Review",
      keys: [
        ["j k", "Next and previous change"],
        ["n p", "Next and previous page"],
        ["v", "Seen"],
        ["c", "Comment"],
        ["a", "Approve"],
      ],
    },
  ],
} as const;
