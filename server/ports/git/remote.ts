import type { OutboundRequest } from "../outbound-request.ts";
import type { Readable } from "node:stream";
import type { OutboundFetch } from "../fetch.ts";
import { OutboundError } from "../fetch.ts";
import { GitError } from "./error.ts";

/** A repository of a host. */
export interface GitRemote {
  /** `https://host/owner/name`, as people copy it, without credentials. */
  readonly url: string;
  /** Sent to the origin of `url` and to no other. */
  readonly credentials?: { readonly username: string; readonly secret: string };
}

/** The two things that a repository does for others: it gives, and it takes. */
export type GitService = "git-upload-pack" | "git-receive-pack";

interface RemoteAnswer {
  readonly body: Readable;
  /** Where the repository is now, by the host's own redirects, and where it is for good. */
  readonly url: string;
  readonly lasting: string;
}

type RemoteRequest = Pick<
  OutboundRequest,
  "body" | "headers" | "maxBytes" | "timeout" | "signal" | "isRepeated"
> & {
  readonly service: GitService;
  readonly limits: { readonly firstByte: number };
};

/** Asks what a repository offers by a service. @throws GitError */
export function askRefs(
  fetch: OutboundFetch,
  remote: GitRemote,
  asked: RemoteRequest,
): Promise<RemoteAnswer> {
  return ask(fetch, remote, asked, `/info/refs?service=${asked.service}`, "advertisement");
}

/** Sends a request to a service. @throws GitError */
export function askService(
  fetch: OutboundFetch,
  remote: GitRemote,
  asked: RemoteRequest,
): Promise<RemoteAnswer> {
  return ask(fetch, remote, asked, `/${asked.service}`, "result");
}

async function ask(
  fetch: OutboundFetch,
  remote: GitRemote,
  { service, limits, headers, ...asked }: RemoteRequest,
  path: string,
  kind: "advertisement" | "result",
): Promise<RemoteAnswer> {
  const { username, secret } = remote.credentials ?? {};
  const basic = Buffer.from(`${username}:${secret}`).toString("base64");
  try {
    const answer = await fetch.stream(remote.url.replace(/\/+$/, "") + path, {
      ...asked,
      method: asked.body === undefined ? "GET" : "POST",
      headers: { ...headers, ...(secret !== undefined && { authorization: `Basic ${basic}` }) },
      accept: [`application/x-${service}-${kind}`],
      headersTimeout: limits.firstByte,
    });
    const refusal = refusalOf(answer.status, service);
    if (refusal !== undefined) answer.body.destroy();
    if (refusal !== undefined) throw refusal;
    const bare = (address: string): string => address.replace(/\/info\/refs\?service=[a-z-]+$/, "");
    return { body: answer.body, url: bare(answer.url), lasting: bare(answer.lasting) };
  } catch (error) {
    throw remoteError(error);
  }
}

/** What a status other than 200 means. */
function refusalOf(status: number, service: GitService): GitError | undefined {
  if (status === 200) return undefined;
  if (status === 401 || (status === 403 && service === "git-upload-pack")) {
    return new GitError("unauthenticated", "The host doesn't take these credentials.");
  }
  if (status === 403) {
    return new GitError("refused", "The host doesn't let this token write. Give it one that may.");
  }
  if (status === 404 || status === 410) {
    return new GitError("not-found", "The host has no such repository, or this token can't see it.");
  }
  if (status === 413) return new GitError("too-large", "The host doesn't take so much in one push.");
  if (status === 429 || status >= 500) {
    return new GitError("unreachable", `The host can't answer at the moment (${status}).`);
  }
  return new GitError("protocol", `The host answered with ${status} where a Git repository was expected.`);
}

/** What ended a request to a host, as a GitError. */
export function remoteError(error: unknown): GitError {
  if (error instanceof GitError) return error;
  const code = error instanceof OutboundError ? error.code : undefined;
  if (code === "FETCH_TIMEOUT") return new GitError("timeout", "The host took too long to answer.", error);
  if (code === "TOO_LARGE") return new GitError("too-large", "The host sent more than is taken.", error);
  if (code === "INVALID_CONTENT")
    return new GitError("protocol", "The address answered, but not as a Git repository does.", error);
  return new GitError("unreachable", "The host could not be reached. Check the address.", error);
}
