const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;

/** Sentences of importing and exporting, and of jobs; they are loaded with these screens. */
export const importWords = {
  lead: "Bring in pages from a folder, an archive, a website or another tool. All of it is one entry of the history.",
  inRequest: "This space takes change requests: what is imported becomes one, to be looked at first.",
  from: "From",
  kinds: {
    files: "A folder, an archive or a document",
    website: "A website",
    confluence: "Confluence (export)",
    notion: "Notion (export)",
    "google-docs": "Google Docs",
    "github-wiki": "A wiki on GitHub",
  },
  helps: {
    files:
      "Markdown, AsciiDoc, HTML and Word documents with their pictures, and whole projects of MkDocs, Docusaurus, VitePress, Starlight, Hugo, mdBook, Mintlify, Nextra, Antora or GitBook. At most 2 GB and 30,000 files.",
    website:
      "Everything below the folder of the address, by its links. Pages behind a sign-in can't be read.",
    confluence:
      "In the settings of the Confluence space, export as HTML or XML, and choose the archive here.",
    notion: "Export with subpages as Markdown & CSV or as HTML, and choose the archive here.",
    "google-docs": "A document that everybody with the link may view.",
    "github-wiki": "A public wiki, such as https://github.com/owner/repository/wiki.",
  },
  address: "Address",
  source: "What is imported",
  drop: "Drop a folder or files here",
  chooseFolder: "Choose a folder",
  chooseFiles: "Choose files",
  chosen: (name: string, count: number, size: string) =>
    `${name} · ${count === 1 ? "1 file" : `${count.toLocaleString("en")} files`}, ${size}`,
  several: (name: string) => `${name} and others`,
  clear: "Choose again",
  prune: "Delete what the source does not have",
  pruneHelp:
    "For a source that is imported again and again. Unless you say so, an import adds and updates only.",
  begin: "Import",
  states: {
    packing: "Putting the files together…",
    sending: "Sending…",
    working: "Reading and taking over…",
    fetching: "Fetching pages…",
  },
  ofTotal: (done: number, total: number) => `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  goesOn: "You can leave this screen: the import goes on, and your inbox tells when it has ended.",
  cancel: "Cancel",
  isCancelled: "The import was cancelled. Nothing in the space has changed.",
  done: "Imported",
  noFile: "There is no file in it.",
  tooMany: (count: number, most: number) =>
    `These are ${count} files, and ${most} at once are the most. Choose folders within it, one after another.`,
  failed: "The import came to nothing",
  tooLarge: (size: string) =>
    `This is ${size}, and 2 GB at once are the most. Choose folders within it, one after another.`,
  failedText: "Nothing in the space has changed.",
  lost: "The connection was lost",
  lostText:
    "What the server had received in full by then it goes on with: it shows here again. If nothing does, nothing in the space has changed.",
  look: "Look again",
  counts: (
    { pages, files, reusableContents }: { pages: number; files: number; reusableContents: number },
    left: number,
  ) => {
    const kinds = [counted(pages, "page"), counted(files, "file")];
    if (reusableContents > 0) kinds.push(counted(reusableContents, "reusable content"));
    const leftOut = left === 0 ? "" : ` Left out: ${left.toLocaleString("en")}.`;
    return `Taken over: ${kinds.join(", ")}.${leftOut}`;
  },
  nothing: "Nothing could be taken over. The report says why.",
  unchanged: "The space has all of it already: nothing has changed.",
  openSpace: "Open the space",
  openRequest: "Open the change request",
  again: "Import more",
  tryAgain: "Back to the form",
  report: "Report",
  clean: "Everything was taken as it is written, and every link leads somewhere.",
  skipped: (count: number) => `Left out: ${count.toLocaleString("en")}`,
  problems: (count: number) => `Not taken as written: ${count.toLocaleString("en")}`,
  brokenLinks: (count: number) => `Links that found nothing: ${count.toLocaleString("en")}`,
  omitted: (count: number) => `${count.toLocaleString("en")} more lines found no room here.`,
  subject: (name: string) => `Import of ${name}`,

  export: "Take everything out",
  exportText:
    "A zip archive of Markdown with the files, which can be imported again. What was imported and not changed comes out as it was.",
  exportSpace: "Export this space",
  exporting: "Exporting…",
  pdf: "PDF",
  pdfText:
    "All pages that are not hidden, with a cover, contents and links that work. Everything is in it, whatever conditions readers of a site meet.",
  paper: "Paper",
  papers: { a4: "A4", "us-letter": "US Letter" },
  makePDF: "Make a PDF",
  makingPDF: "Making the PDF…",
  openPDF: "Open the PDF",
  addressOf: (title: string) => `Address of the PDF of ${title}`,
  pdfAddressText: "The address works for an hour, for everybody who has it.",

  jobs: "Jobs",
  jobsLead: "Work that goes on after it was asked for. Jobs are kept for 30 days after they have ended.",
  job: "What",
  where: "Where",
  state: "State",
  began: "Asked for",
  status: "State of the jobs",
  allStates: "All states",
  statuses: {
    queued: "Waiting",
    running: "Running",
    done: "Done",
    failed: "Failed",
    cancelled: "Cancelled",
  },
  jobKinds: {
    import: "Import",
    "git-sync": "Git Sync",
    pdf: "PDF",
    "translate-space": "Translation",
    "openapi-spec": "OpenAPI specification",
    "check-hostname": "Check of a hostname",
    "site-copies": "Copies of pictures for a site",
  },
  cancelJob: "Cancel",
  noJobs: "No jobs yet",
  noJobsText: "Imports, syncs and other long work that people ask for will be here while it runs and after.",
} as const;
