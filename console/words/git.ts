/** Sentences of the screen on which a space and a branch are kept in step; they are loaded with it. */
const pages = (count: number): string => (count === 1 ? "1 page" : `${count} pages`);
const files = (count: number): string => (count === 1 ? "1 file" : `${count} files`);

export const gitWords = {
  connectText:
    "Keep this space in step with a directory of a branch: what changes on one side comes to the other by itself, and nothing is ever overwritten.",
  connectSiteText:
    "Keep this site and its spaces in step with one branch: docs.yaml says what the site is divided into, and which folder has which space.",
  repository: "Repository",
  url: "Address",
  urlHelp:
    "As it is cloned, such as https://github.com/example/docs. Or the host alone, such as https://github.com, to choose from what it lists.",
  addressHelp: "As it is cloned, such as https://github.com/example/docs.",
  host: "Host",
  hosts: {
    github: "GitHub",
    gitlab: "GitLab",
    gitea: "Gitea, Forgejo or Codeberg",
    bitbucket: "Bitbucket",
    git: "Another",
  },
  typeRepository: "Type a part of its name",
  repositoryHelp: {
    github: "Those that the token or the App reaches. An address may be typed as well.",
    gitlab: "Those that the token reaches. An address may be typed as well.",
    gitea: "Those that the token reaches. An address may be typed as well.",
    bitbucket: "Begin with the workspace and a slash. An address may be typed as well.",
    git: "",
  },
  noRepository: "No repository has that name. Perhaps the token doesn't reach it.",
  moreRepositories: "There are others: type more of the name.",
  lookThrough: "Choose from its repositories",
  chooseText: (host: string) => `Choose what to keep in step with, from what ${host} lists.`,
  beginAnew: "Another host or token",
  choosePlace: "Choose another place",
  moveText:
    "Another repository, branch or folder begins anew: what both sides agreed on is forgotten. The place before keeps what it has, and gets nothing more.",
  moveTitle: "Leave this place?",
  moveVerb: "Move it",
  stayHere: "Stay here",
  branch: "Branch",
  directory: "Directory",
  directoryHelp: "Empty: the whole repository.",
  siteDirectoryHelp: "The folder of docs.yaml. Empty: the top of the repository.",
  access: "Access",
  byToken: "A token",
  tokenOf: (username: string, host: string) => `The token of ${username} on ${host}`,
  appOf: (account: string) => `The GitHub App of ${account}`,
  orApp: "Instead of a token:",
  makeApp: "create or install a GitHub App",
  askForApp:
    "Instead of a token: a GitHub App, which an administrator of the organization can create or install.",
  token: "Token",
  tokenHelp:
    "Of the host, for reading and writing the repository. It is kept encrypted and shown to nobody. A public repository that is only read needs none.",
  noToken: "The repository is reached without a token, as anybody reaches it.",
  tokenOfOthers: "The connection is somebody else's. Its maker or an administrator gives it a new token.",
  connectionStates: {
    pending: "Not tried yet",
    active: "The host takes it",
    unauthenticated: "The host doesn't take it any more",
  },
  canPush: "pushes too",
  cannotPush: "no pushes",
  canHook: "webhooks too",
  cannotHook: "no webhooks",
  check: "Check it",
  checking: "Asking the host",
  checked: (when: string) => `checked ${when}`,
  newToken: "New token",
  newTokenHelp:
    "It takes the place of the one before, in all spaces that are kept in step by this connection.",
  saveToken: "Save the token",
  direction: "What counts at first",
  directions: {
    merge: "Both: join them page by page",
    git: "The repository: it replaces the content",
    lectern: "This space: it goes on top of the branch",
  },
  directionHelp: {
    merge: "Pages with the same path or title become one, and what only one side has goes to the other.",
    git: "Pages that the repository doesn't have are deleted. The revision before stays in the history.",
    lectern:
      "The content is pushed as a commit. Other files of the directory stay as they are. If the host refuses the push, you are asked.",
  },
  siteDirections: {
    merge: "Both: join them",
    git: "The repository: the site becomes what docs.yaml says",
    lectern: "This site: it goes on top of the branch",
  },
  siteDirectionHelp: {
    merge:
      "What stands at the same paths is the same. Without a docs.yaml one is written, with a folder for each space.",
    git: "Spaces that docs.yaml doesn't have leave the site and stay in the organization; pages that their folders don't have are deleted.",
    lectern: "A docs.yaml and a folder for each space are pushed as a commit.",
  },
  folders: "Spaces",
  foldersText: "Which folder of the repository has which space, as docs.yaml says.",
  noFolders: "No space has a folder yet.",
  ofSite: "Kept in step with its site",
  ofSiteText: (folder: string) =>
    folder === "" ? "It has the whole repository." : `It has the folder ${folder} of the site's branch.`,
  toSite: "Git Sync of the site",
  incoming: "What changes on the branch",
  incomings: {
    apply: "goes into the space",
    "change-request": "waits in a change request",
  },
  incomingHelp: {
    apply: "At once, whatever the space's merge rules say.",
    "change-request":
      "One at a time, which follows the branch. The space changes when somebody merges it here; what is written here goes out meanwhile.",
  },
  waiting: "What the branch brings waits in a change request",
  outgoing: "What changes here",
  outgoings: {
    push: "goes to the branch",
    "push-or-pull-request": "goes to the branch, as a pull request where that is protected",
    "pull-request": "goes out as a pull request",
    off: "stays here: the space follows the branch",
  },
  outgoingHelp: {
    push: "One commit a time, on top of the branch.",
    "push-or-pull-request":
      "One commit a time, on top of the branch. From the first push on that a rule of the host refuses, changes go out as a pull request. A first sync on top of the branch asks before that.",
    "pull-request":
      "On a branch of its own. Both sides agree once it is merged on the host; until then the space is ahead.",
    off: "Nothing is ever pushed.",
  },
  pullRequest: (number: number) => `Pull request #${number} waits to be merged`,
  pullRequestBranch: (branch: string) => `${branch} waits to be merged`,
  noPullRequest: (why: string) =>
    `The host has opened no pull request for it: ${why} Let the token open pull requests, then press Sync now; or open it there.`,
  connect: "Connect",
  replaceTitle: "Replace the content?",
  replaceVerb: "Replace it",

  inStep: (branch: string) => `In step with ${branch}`,
  butHeld: (branch: string) => `In step with ${branch}, but for what is held back`,
  notYet: (branch: string) => `Not in step with ${branch} yet`,
  lastInStep: (branch: string) => `Last in step with ${branch}`,
  first: (branch: string) => `The first sync with ${branch} is to come`,
  working: (branch: string) => `Syncing with ${branch}`,
  paused: "Paused",
  needsYou: "Needs you",
  failed: "The last run failed; it is tried again by itself",
  ahead: (count: number) => `${pages(count)} changed here since`,
  othersAhead: (count: number) =>
    `${count} other ${count === 1 ? "thing" : "things"} (files, variables, tags, reusable content) changed here since`,
  behind: "The branch has moved since",
  at: (when: string) => when,
  sync: "Sync now",
  pause: "Pause",
  resume: "Resume",
  dryRun: "Show what a sync would do",
  looking: "Looking",
  wouldNothing: "A sync would do nothing.",
  wouldNoPages: "A sync would change no page.",
  notOfStructure: (would: string) => `${would} What docs.yaml changes of the site is not shown.`,
  wouldPages: {
    space: (count: number) => `${pages(count)} would change here`,
    request: (count: number) => `${pages(count)} would wait in a change request`,
  },
  wouldFiles: {
    branch: (count: number) => `${files(count)} would change on the branch`,
    proposal: (count: number) => `${files(count)} would be proposed`,
  },
  wouldWait: (count: number) => `${count} would wait for you`,
  notLooked:
    "This look was ended, or another one was asked for meanwhile. Ask again to see what a sync would do.",
  changes: { added: "new", edited: "edited", deleted: "deleted", written: "written" },
  differences: { branch: "The difference on the branch", proposal: "The difference as it is proposed" },
  choices: {
    git: "Take the branch",
    lectern: "Put this space on top",
    apply: "Go on",
    "pull-request": "Go out as pull requests",
  },
  /** Where a choice comes to something else than elsewhere: as the message calls it. */
  choicesOf: {
    "mass-deletion": { apply: "Delete them here too", lectern: "Put them back on the branch" },
    "mass-deletion-out": { apply: "Delete them on the branch", git: "Take them back from the branch" },
    structure: { apply: "Take them off the site" },
  } as Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>>,
  applyTitle: (title: string, verb: string) => `${title}: ${verb.slice(0, 1).toLowerCase()}${verb.slice(1)}?`,
  andMore: (count: number) => `and ${count} more: they come up here once these are decided`,
  decided: "Decided: the sync goes on by it.",
  putSite: "Put this site on top",
  writeConfig: "Write the file as the site is",

  standsStill: "Git Sync stands still",
  failsWith: (why: string) => `It is tried again every hour. ${why}`,
  heldOfBoth: (count: number) =>
    count === 1 ? "1 change held, of both sides" : `${count} changes held, of both sides`,
  held: "Held back",
  heldText: "Each stays as it is on either side. All else goes on.",
  heldReasons: {
    token: "Its file holds an API token that works: revoke the token and sync, or take it out",
    large: "The host doesn't take the file by Git LFS: let the token use it, then sync",
    blocked:
      "On the branch, a link, a submodule or a file that can't be taken is where it would go: remove that, or put a readable file or a folder there",
    size: "Its file on the branch is too large: split it there, or make it smaller",
    missing: "The host doesn't give the file by Git LFS: let the token use it, then sync",
    unreadable:
      "The branch has a link, a submodule, no UTF-8 text or front matter that is too much to be read where its file was: put a readable file there, or delete it",
  },
  decideText:
    "Decide what both sides changed block by block in the change request, or all of it here. What gives way stays in the history.",
  heldKinds: { page: "Page", file: "File", variable: "Variable", tag: "Tag", reusable: "Reusable content" },

  runs: "Runs",
  noRuns: "Nothing has run yet",
  when: "When",
  did: "What",
  outcome: "Outcome",
  operations: {
    import: "From the branch",
    export: "To the branch",
    merge: "Both ways",
    check: "Compared",
    preview: "Looked ahead",
  },
  causes: {
    setup: "set-up",
    poll: "the branch moved",
    webhook: "the host told",
    content: "edits here",
    user: "asked for",
  },
  states: {
    queued: "Waiting",
    running: "Running",
    success: "Done",
    failure: "Failed",
    timeout: "Took too long",
    cancelled: "Cancelled",
  },
  cancel: "Cancel",
  pushed: (count: number) => `${files(count)} pushed`,
  heldCount: (count: number) => `${count} held`,
  leftOut: (count: number) => `${files(count)} left alone`,
  brokenLinks: (count: number) => (count === 1 ? "1 link finds nothing" : `${count} links find nothing`),
  problems: (count: number) => (count === 1 ? "1 note" : `${count} notes`),

  reviews: "Pull requests",
  noReviews: "The host has told of none",
  review: "Request",
  reviewName: (number: number, title: string) => `#${number} ${title}`,
  reviewStates: { open: "Open", merged: "Merged", closed: "Closed" },
  fork: "from another repository",
  previewComes: "The preview is to come",
  pagesChanged: (count: number) => (count === 0 ? "No page changes" : `${pages(count)} changed`),
  previews: "Preview pull requests for the branch",
  previewsHelp:
    "Each gets a revision with what it would change, which is nobody's yet, and a status on the host that leads there. The host has to have the webhook.",
  forks: "Also those from other repositories",
  forksHelp:
    "Anybody may write them. Their preview is seen by those alone who may see the space's revisions.",
  asRequests: "Show each as a change request",
  asRequestsHelp:
    "People see what it changes and talk about it here. It is written, merged and closed on its host; the change request follows.",

  webhook: "Webhook",
  webhookText:
    "With a webhook of the host, a push is here within seconds. Without one, the branch is looked at each minute.",
  webhookStates: {
    pending: "The host is being asked to make it",
    registered: "The host tells of pushes",
    manual: "Not made by the host",
  },
  heardLast: (when: string) => `heard ${when}`,
  setUpWebhook: "Set it up by hand",
  replaceSecret: "Make a new secret",
  secretOnce:
    "Add a webhook in the settings of the repository: this address, this secret, JSON as its content, for pushes and for pull or merge requests. The secret is not shown again.",
  addressOnce:
    "Let the host send a POST request to this address after each push. Whoever knows the address is believed; it is not shown again.",
  webhookAddress: "Address of the webhook",
  webhookSecret: "Secret of the webhook",
  copied: "I have copied it",
  statusProblem: (why: string) => `Commits don't show what became of them: ${why}`,

  settings: "How it is kept",
  agents: "Files for agents",
  agentFile: { agents: "Write AGENTS.md", claude: "Write CLAUDE.md" },
  agentsHelp:
    "Tells agents that work in the repository how its pages are written. It is made once, at the top, where there is none, and never changed.",
  message: "Subject of commits",
  messageHelp:
    "With {change_request_number}, {change_request_subject}, {space}, {pages} and {user}. Empty: Lectern's own.",
  settingsSaved: "Saved. This applies from the next run on.",
  wholeRepository: "The whole repository",

  disconnect: "Disconnect",
  disconnectText: "The content stays on both sides. From then on neither hears of the other.",
  disconnectTitle: (name: string) => `Disconnect from ${name}?`,
};
