/** What is known of a host beside Git: how it says that something happened, and how it is asked. Values, no requests. */
import type { IncomingHttpHeaders } from "node:http";

/** A request to a host's API, below its base. */
export interface HostRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With a slash at its beginning, and encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** How a commit is judged. */
export interface CommitStatus {
  readonly commit: string;
  readonly state: "pending" | "success" | "failure";
  /** What it is about, for the host: what is said of the same replaces what was said before. */
  readonly context: string;
  /** A line. */
  readonly description: string;
  /** Where the line leads. */
  readonly url: string;
}

/** What a host is to send to us. */
export interface WantedHook {
  readonly url: string;
  readonly secret: string;
}

/** A pull request, or what a host calls one. */
export interface HostReview {
  readonly number: number;
  readonly state: "open" | "merged" | "closed";
  readonly title: string;
  /** The commit that it would bring. */
  readonly head: string;
  /** The full name under which the host gives that commit. */
  readonly ref: string;
  /** The full name of the branch that it is for. */
  readonly base: string;
  /** Whether it comes from another repository. */
  readonly isFork: boolean;
}

/** What a webhook tells. It is a hint: what it says becomes no content. */
export type HostEvent =
  /** A branch moved; `commit` is undefined for one that was deleted. */
  | { readonly kind: "push"; readonly ref: string; readonly commit: string | undefined }
  | { readonly kind: "review"; readonly review: HostReview }
  /** An App was taken away from an account, or is back there: its installation, as the host calls it. */
  | { readonly kind: "access"; readonly installation: string; readonly isEnded: boolean }
  /** Something did, nobody knows what. */
  | { readonly kind: "look" }
  | { readonly kind: "nothing" };

/** A webhook as it arrived. */
export interface HookRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** What the address says behind the installation; undefined for nothing. */
  readonly token: string | undefined;
}

/** Two branches of a repository: what is on one is to come to the other. Their short names. */
export interface Between {
  readonly from: string;
  readonly to: string;
}

/** A pull request that is to be opened. */
export interface Proposal extends Between {
  readonly title: string;
  readonly body: string;
}

/** One that is open. */
export interface OpenedProposal {
  readonly number: number;
  /** Where people see it. */
  readonly url: string;
}

/** A host's API, for one repository. */
export interface HostApi {
  /** The addresses of its webhooks. */
  readonly hooks: HostRequest;
  /** The one of them that leads to an address, by the answer; undefined for none. */
  findHook(answer: unknown, url: string): string | undefined;
  /** Makes a webhook, or changes the one with an id. */
  putHook(id: string | undefined, hook: WantedHook): HostRequest;
  /** The id of the webhook that was made, by the answer. */
  hookId(answer: unknown): string | undefined;
  dropHook(id: string): HostRequest;
  postStatus(status: CommitStatus): HostRequest;
  /** A pull request by its number. */
  review(number: number): HostRequest;
  /** How it stands, by the answer; undefined where that can't be told. */
  readReview(answer: unknown): HostReview | undefined;
  /** A part of the open pull requests between two branches, perhaps among others. @param part from 1 */
  proposals(between: Between, part: number): HostRequest;
  /** Those of a part, by the answer. */
  listProposals(answer: unknown): readonly unknown[];
  /** The one of the repository itself between two branches; undefined for none. */
  findProposal(listed: readonly unknown[], between: Between): OpenedProposal | undefined;
  propose(proposal: Proposal): HostRequest;
  /** The one that was opened, by the answer. */
  openedProposal(answer: unknown): OpenedProposal | undefined;
}

/** A repository, as its host lists it. */
export interface HostRepository {
  /** As the host calls it for good, whatever its name. */
  readonly id: string;
  /** `owner/name`. */
  readonly name: string;
  /** As it is cloned. */
  readonly url: string;
  readonly defaultBranch: string | undefined;
}

/** A file of a repository. */
export interface HostFile {
  readonly name: string;
  readonly path: string;
  readonly sha: string;
  /** Bytes. */
  readonly size: number;
}

/** A part of a list: those that a text finds where the host looks for it, and else all of them. */
export interface AskedPart {
  readonly search: string;
  /** From 1. */
  readonly part: number;
}

/** A place in a repository. */
export interface AskedPlace {
  /** `owner/name`. */
  readonly name: string;
  /** From the top; "": the top. */
  readonly path: string;
  /** A short name of a branch, or a commit. */
  readonly ref: string;
}

/** How a host is asked what there is to choose from. */
export interface HostBrowser {
  /** How many there are in a part of a list, at most. */
  readonly partSize: number;
  /** What the token reaches. @param isApp an App is asked what it is installed on */
  repositories(asked: AskedPart & { readonly isApp: boolean }): HostRequest;
  readRepositories(answer: unknown): readonly HostRepository[];
  /** By its id or its `owner/name`; undefined where the host has no such ids. */
  repository(named: { readonly id: string } | { readonly name: string }): HostRequest | undefined;
  readRepository(answer: unknown): HostRepository | undefined;
  branches(name: string, asked: AskedPart): HostRequest;
  /** Short names. */
  readBranches(answer: unknown): readonly string[];
  file(place: AskedPlace): HostRequest;
  readFile(answer: unknown): HostFile | undefined;
  /** What lies in a folder. */
  folder(place: AskedPlace): HostRequest;
  /** The names of the folders in it. */
  readFolders(answer: unknown): readonly string[];
}

/** A host and a repository on it, as somebody asks them. */
export interface ReachedHost {
  readonly api: HostApi;
  readonly ask: (request: HostRequest) => Promise<unknown>;
}

export interface Host {
  /** Where the API is whose repositories lie at an origin; undefined where none is known. */
  base(origin: string): string | undefined;
  /** How a token goes into a request. */
  authorization(credentials: { readonly username: string; readonly secret: string }): string;
  readonly headers?: Readonly<Record<string, string>>;
  /** @param name `owner/name`, as in the address of the repository */
  api(name: string): HostApi;
  readonly browser: HostBrowser;
  /** The full name under which a pull request's commit stays, also when its branch is gone; undefined: there is none. */
  reviewRef(number: number): string | undefined;
  /** Whether somebody who knows the secret has sent it, at a time in milliseconds. */
  isProven(hook: HookRequest, secret: string, now: number): boolean;
  /** What tells one message from another; the same for one that is sent again. */
  delivery(hook: Pick<HookRequest, "headers" | "body">): string | undefined;
  /** @param payload the body as JSON */
  readEvent(headers: IncomingHttpHeaders, payload: unknown): HostEvent;
}
