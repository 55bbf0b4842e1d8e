/** What is said to who comes to an organization that holds next to nothing. */
export const firstWords = {
  heading: "Where to begin",
  write: { title: "Write", text: "Make a space and its first page. Nobody else reads it until you say so." },
  bring: {
    title: "Bring in what you have",
    text: "A folder of Markdown, a website, Word, Notion or Confluence, with its pictures.",
  },
  publish: { title: "Publish", text: "A site shows spaces to everybody, or to who may read them." },
  invite: { title: "Invite people", text: "Some write with you, some review, some only read." },
} as const;
