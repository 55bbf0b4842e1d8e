/** Spaces that are kept in step with a directory of a repository. */
import type { TableDescription } from "../table.ts";

const PROVIDER = "github | gitlab | gitea | bitbucket | git";

export const git = [
  /** An organization's own App on GitHub. */
  {
    name: "git_apps",
    of: "organization",
    columns: {
      id: "text",
      /** `https://github.com`. */
      origin: "text",
      /** As GitHub calls it. */
      app_id: "text",
      name: "text",
      /** Its page on GitHub. */
      url: "text",
      /** Sealed. */
      key: "text",
      /** Sealed: what GitHub signs with what it tells. */
      hook_secret: "text",
      /** null once that user is gone. */
      created_by: "text?",
      created_at: "int",
    },
    key: ["id"],
    refers: { created_by: "users set null" },
    indexes: { git_apps_of_creator: ["created_by"] },
  },
  /** Credentials for a host. */
  {
    name: "git_connections",
    of: "organization",
    columns: {
      id: "text",
      provider: `text: ${PROVIDER}`,
      /** `https://github.com`: the credentials are sent there and nowhere else. */
      origin: "text",
      username: "text",
      /** Sealed. */
      secret: "text",
      /** Whether the host took it when it was asked last. */
      status: "text: pending | active | unauthenticated",
      checked_at: "int?",
      /** Whether the host takes pushes with it and shows it webhooks, when that was asked, and what it said else. */
      pushes: "text?: yes | no",
      hooks: "text?: yes | no",
      problem: "text?",
      /** By whose token it works instead, the account where that is installed, and as GitHub calls it there. */
      app_id: "text?",
      account: "text?",
      app_installation: "text?",
      /** Whether it is for one run alone, and in no list. */
      once: "flag = 0",
      /** null once that user is gone. */
      created_by: "text?",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    refers: { created_by: "users set null", app_id: "git_apps cascade" },
    indexes: {
      git_connections_of_creator: ["created_by"],
      git_connections_of_app: ["organization_id", "app_id"],
    },
  },
  /**
   * A space that is bound to a branch and a directory, and how far both sides agree; or a site, whose spaces have an
   * installation each, which is synced with the site's.
   */
  {
    name: "git_installations",
    of: "organization",
    columns: {
      id: "text",
      space_id: "text?",
      site_id: "text?",
      /** The one of the site whose folder it has. */
      parent_id: "text?",
      /** Of a site: its `docs.yaml` as both sides last agreed on it. */
      site_config: "text?",
      /** Whether it has another folder since the agreement: nothing of that is where it was. */
      moved: "flag = 0",
      /** Why files of the branch have not come in, so that all are looked at next: what may be mended, or no more time. */
      unread: "text?: refused | late",
      connection_id: "text?",
      provider: `text: ${PROVIDER}`,
      /** Without credentials. */
      remote_url: "text",
      /** As the host calls the repository for good, where it was chosen by that. */
      repository_id: "text?",
      /** Its full name. */
      branch: "text",
      /** '' is the top. */
      project_directory: "text",
      /** How often another place was chosen: a run that began before it writes nothing any more. */
      moves: "int = 0",
      commit_message_template: "text?",
      outgoing: "text: push | push-or-pull-request | pull-request | off",
      /** Whether what the branch brings waits in a change request instead of going into the space. */
      reviewed: "flag = 0",
      /** That change request, what the branch said when it was last brought up to date, and what it then showed. */
      incoming_request_id: "text?",
      incoming_root: "text?",
      incoming_content: "text?",
      /** Whether somebody else says when it is synced, by imports and exports. */
      driven: "flag = 0",
      paused_at: "int?",
      /** Whose rights it works with; null once that user is gone. */
      owner_id: "text?",
      created_by: "text?",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
      state: "text: new | synced | changed | attention | failed",
      /** JSON: what stands still, and what may be pressed. */
      attention: "text?",
      /** Whether an e-mail has told that it stands still, since it went on last. */
      told: "flag = 0",
      /** What a person has decided for the next run. */
      choice: "text?: git | lectern | merge | apply",
      /** Whether that person has agreed to many deletions. */
      confirmed: "flag = 0",
      /** What that person was asked; null: nothing, they have chosen by themselves. */
      decided_about: "text?",
      /** The content that had lost what was asked about: what goes later is no part of the answer. */
      asked_root: "text?",
      /** How often somebody has decided: what a run began with is over with it, and what has come since waits for the next. */
      decisions: "int = 0",
      /** JSON: for which agents the repository gets a file of instructions, and whether it has been written. */
      agent_files: "text?",
      object_format: "text?: sha1 | sha256",
      /** The last agreement: a commit, what it says, and the content that both sides come from. */
      base_commit: "text?",
      tree_root: "text?",
      base_root: "text?",
      /** The revision of the space that the agreement is about. */
      base_revision: "text?",
      /** Where the branch was seen last. */
      observed_commit: "text?",
      synced_at: "int?",
      failures: "int = 0",
      /** When the branch is looked at next; null: not before a run has ended well. */
      poll_at: "int?",
      /** Whether pull requests for the branch are shown, and those from other repositories too. */
      previews: "flag = 1",
      forks: "flag = 0",
      /** Whether each that is shown is a change request as well. */
      reviews: "flag = 0",
      /** Sealed: what its host proves with what it tells; null: nothing is heard. */
      hook_secret: "text?",
      /** `pending`: the host is to be asked for a webhook; null: only somebody there can make it. */
      hook_state: "text?: pending | registered",
      /** As the host calls the webhook that it was asked for. */
      hook_id: "text?",
      /** When the host told something last, about. */
      hook_seen_at: "int?",
      /** Why the host has not made the webhook, and not taken the last status. */
      hook_problem: "text?",
      status_problem: "text?",
      /** What waits on a branch of its own to be merged on the host, and what is said of it. */
      proposal_commit: "text?",
      proposal_message: "text?",
      /** `pending`: the host is to be asked for its pull request; null: only somebody there can open it. */
      proposal_state: "text?: pending | open",
      proposal_number: "int?",
      proposal_url: "text?",
      proposal_problem: "text?",
    },
    key: ["id"],
    unique: [["space_id"], ["site_id"]],
    refers: {
      space_id: "spaces cascade",
      site_id: "sites cascade",
      parent_id: "git_installations cascade",
      connection_id: "git_connections set null",
      incoming_request_id: "change_requests set null",
      owner_id: "users set null",
      created_by: "users set null",
    },
    indexes: {
      git_installations_of_creator: ["created_by"],
      git_installations_of_owner: ["owner_id"],
      git_installations_of_connection: ["organization_id", "connection_id"],
      git_installations_of_request: ["organization_id", "incoming_request_id"],
      git_installations_of_parent: ["organization_id", "parent_id"],
      git_installations_to_poll: ["poll_at"],
    },
  },
  /** What is to be kept in step, with a host, as long as nobody has chosen the repository: then it is an installation. */
  {
    name: "git_setups",
    of: "organization",
    columns: {
      id: "text",
      space_id: "text?",
      site_id: "text?",
      provider: `text: ${PROVIDER}`,
      connection_id: "text?",
      created_by: "text?",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["space_id"], ["site_id"]],
    refers: {
      space_id: "spaces cascade",
      site_id: "sites cascade",
      connection_id: "git_connections set null",
      created_by: "users set null",
    },
    indexes: {
      git_setups_of_creator: ["created_by"],
      git_setups_of_connection: ["organization_id", "connection_id"],
    },
  },
  /** What a part of a site is called in its `docs.yaml`, whatever else changes. */
  {
    name: "git_site_nodes",
    of: "organization",
    columns: {
      installation_id: "text",
      key: "text",
      /** Of a section group, a section or a site-space. */
      node_id: "text",
    },
    key: ["installation_id", "key"],
    refers: { installation_id: "git_installations cascade" },
  },
  /** A file of the agreed commit, or a page without one, and what it is for the space. */
  {
    name: "git_entries",
    of: "organization",
    parted: "organization_id",
    columns: {
      installation_id: "text",
      role: "text: page | place | file | reusable | summary | settings | variables | tags",
      /** From the folder that is synced. */
      path: "text",
      /** From the top of the repository, as Git has it; null: there is no file. */
      name: "text?",
      mode: "text?",
      /** Of its bytes. */
      oid: "text?",
      object_id: "text?",
      /** JSON: how it was written. */
      spelling: "text",
    },
    key: ["installation_id", "role", "path"],
    indexes: { git_entries_of: ["organization_id", "installation_id", "object_id"] },
    refers: { installation_id: "git_installations cascade" },
  },
  /** What both sides have changed differently, until somebody decides; or what may not come in as the branch has it. */
  {
    name: "git_held",
    of: "organization",
    columns: {
      installation_id: "text",
      kind: "text: page | file | variable | tag | reusable",
      /** An id; of a variable or tag its name. */
      source: "text",
      /**
       * `token`: what the branch says of it holds an API token that works; `large`: the host doesn't take its bytes;
       * `missing`: the host doesn't give those that the branch has; `size`: they are more than is taken; `unreadable`:
       * a link, a submodule, or bytes that are no text stand where its file was.
       */
      why: "text: both | token | large | blocked | missing | size | unreadable",
      /** Null: it waits until the one that is open has been decided, or is nothing that somebody decides. */
      change_request_id: "text?",
      /** The revision of the change request in which it was put there. */
      revision_id: "text?",
      /** The content of the branch that was looked at last, and that its change request shows, where it has one. */
      root: "text",
      /** A hash of what both sides say of it, by which a decision knows it again; '' of what nobody decides. */
      sides: "text",
      created_at: "int",
    },
    key: ["installation_id", "kind", "source"],
    refers: { installation_id: "git_installations cascade", change_request_id: "change_requests set null" },
    indexes: {
      git_held_in: ["organization_id", "change_request_id"],
      git_held_at_revision: ["revision_id"],
    },
  },
  /** Commits to be pushed: a run that died has here what the branch says then, and what both sides come from. */
  {
    name: "git_pushes",
    of: "organization",
    columns: {
      id: "text",
      installation_id: "text",
      commit_id: "text",
      branch: "text",
      tree_root: "text",
      base_root: "text",
      /** Of a proposal: what both sides had agreed on when it was made. */
      agreed_root: "text?",
      revision_id: "text",
      /** JSON: the source entries that the commit changes. */
      entries: "text",
      message: "text",
      /** How often somebody had decided when it was made. */
      decisions: "int",
      /**
       * `proposing`: to be pushed to a branch of its own; `proposed`: it is there; `merged`: what was proposed has come to
       * the branch; `ended`: it was taken back before.
       */
      state: "text: made | landed | refused | proposing | proposed | merged | ended",
      /** The commit of the branch that says what was proposed, where it came there by another. */
      merged_by: "text?",
      created_at: "int",
    },
    key: ["id"],
    refers: { installation_id: "git_installations cascade" },
    indexes: {
      git_pushes_of: ["organization_id", "installation_id", "state"],
      git_pushes_at_revision: ["revision_id"],
      git_pushes_from_root: ["base_root"],
      git_pushes_after_root: ["agreed_root"],
    },
  },
  /** One attempt to bring both sides in step. */
  {
    name: "git_runs",
    of: "organization",
    columns: {
      id: "text",
      installation_id: "text",
      operation: "text: import | export | check | merge | preview",
      cause: "text: setup | poll | webhook | content | user",
      state: "text: queued | running | success | failure | timeout | cancelled",
      stage: "text: repo_fetch | config_check | content_process | finalize",
      commit_id: "text?",
      revision_id: "text?",
      /** JSON */
      report: "text?",
      error: "text?",
      error_kind: "text?",
      created_at: "int",
      updated_at: "int",
      completed_at: "int?",
    },
    key: ["id"],
    refers: { installation_id: "git_installations cascade" },
    indexes: {
      git_runs_in_order: ["organization_id", "installation_id", "created_at", "id"],
      git_runs_at_revision: ["revision_id"],
    },
  },
  /** Pull requests for the branch, as their host has told of them. */
  {
    name: "git_reviews",
    of: "organization",
    columns: {
      installation_id: "text",
      number: "int",
      state: "text: open | merged | closed",
      title: "text",
      commit_id: "text",
      /** The full name under which the host gives that commit. */
      ref: "text",
      fork: "flag",
      /** Whether it waits for its preview. */
      wanted: "flag",
      /** What the space would say with it; nobody's head. */
      revision_id: "text?",
      /** How many pages that changes. */
      pages: "int?",
      /** The one that shows it here. */
      change_request_id: "text?",
      /** Why there is no preview. */
      problem: "text?",
      updated_at: "int",
      closed_at: "int?",
    },
    key: ["installation_id", "number"],
    refers: {
      installation_id: "git_installations cascade",
      change_request_id: "change_requests set null",
    },
    indexes: {
      git_reviews_in_request: ["organization_id", "change_request_id"],
      git_reviews_in_order: ["organization_id", "installation_id", "updated_at", "number"],
      git_reviews_at_revision: ["revision_id"],
      git_reviews_closed: ["closed_at"],
    },
  },
  /** What hosts have told in the last day: a message counts once. */
  {
    name: "git_deliveries",
    of: "organization",
    columns: {
      installation_id: "text",
      /** As the host calls the message; the hash of its body where that alone is signed. */
      delivery: "text",
      created_at: "int",
    },
    key: ["installation_id", "delivery"],
    refers: { installation_id: "git_installations cascade" },
    indexes: { git_deliveries_by_age: ["created_at"] },
  },
  /** What is to be shown of commits on their host, until it is. */
  {
    name: "git_statuses",
    of: "organization",
    columns: {
      installation_id: "text",
      commit_id: "text",
      state: "text: pending | success | failure",
      description: "text",
      /** Of the console. */
      path: "text",
      tries: "int = 0",
      noted_at: "int",
    },
    key: ["installation_id", "commit_id"],
    refers: { installation_id: "git_installations cascade" },
  },
] as const satisfies readonly TableDescription[];
