/** Sentences where pages are made and deleted. */

export const structureWords = {
  deletion: ({ pages, links }: { readonly pages: number; readonly links: number }) =>
    `${pages === 1 ? "1 page goes" : `${pages.toLocaleString("en")} pages go`}${
      links === 0
        ? ". Nothing else links here."
        : `, and ${links === 1 ? "1 link" : `${links.toLocaleString("en")} links`} to ${pages === 1 ? "it" : "them"} will lead nowhere.`
    }`,
  deletionBack: "Deleted pages can be brought back from the trash of the space.",
  deletionInRequest: "Readers see it when the change request is merged.",
  deletionUnknown: "What links to it could not be counted.",
  deleteSome: (count: number) => `Delete ${count} pages?`,
  deletePage: (title: string) => `Delete “${title}”?`,
  pageKindHelp: {
    document: "Its address is made from the title, and can be changed later.",
    group: "A heading in the navigation with pages below it.",
    link: "An entry of the navigation that leads elsewhere.",
    computed:
      "An integration makes pages, and they stand in the place of this one. It asks next what to make them of.",
  },
  createKinds: {
    document: "Create page",
    group: "Create group",
    link: "Create link",
    computed: "Continue",
  },
  pageKinds: { document: "Page", group: "Group", link: "Link", computed: "Integration" },
  source: "What makes them",
  insertSource: "Insert",
  pagesFrom: (title: string) => `Pages from “${title}”`,
  newEntryBelow: (title: string) => `New page below “${title}”`,
} as const;
