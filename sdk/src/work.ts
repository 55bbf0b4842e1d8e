/** Long work: an answer that comes when all is done, or a job that tells how far it is. */
import { type Caller, requestOf } from "./calls.ts";
import { type CallOptions, type Client, type ClientRequest, wait } from "./client.ts";
import { JobFailed } from "./faults.ts";

/** How far a job has come; what is not known is absent. */
export interface Progress {
  readonly done?: number;
  readonly total?: number;
  /** What is counted: `sending` counts the bytes of a file, and what follows is the server's. */
  readonly step?: string;
}

export interface WorkOptions extends Pick<CallOptions, "signal"> {
  /** Is told each time something has changed. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Await it for the answer when all is done; or `done()` to be told meanwhile, over connections that end early too. */
export interface Work<Answer> extends Promise<Answer> {
  /** Goes on as a job of the server and looks after it until it ends. @throws JobFailed with why it came to nothing */
  done(options?: WorkOptions): Promise<Answer>;
}

interface JobAnswer {
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly progress?: Progress;
  readonly report?: unknown;
  readonly error?: string;
  readonly id: string;
}

const FIRST_LOOK_MS = 200;
const LONGEST_LOOK_MS = 2000;

/** An operation that answers at its end, or as a job with `Prefer: respond-async`. */
export function work<F extends Caller>(line: string, takes = 0): F {
  const caller = (client: Client, ...values: unknown[]) =>
    workOf(client, (following) => ({
      ...requestOf(line, takes, values),
      patient: true,
      ...(following === undefined ? {} : { headers: { prefer: "respond-async" } }),
    }));
  return caller as unknown as F;
}

/** Sends what `request` gives: in a moment, and as a job when `done` was called until then. */
export function workOf(
  client: Client,
  request: (following: WorkOptions | undefined) => ClientRequest | Promise<ClientRequest>,
): Work<unknown> {
  let following: WorkOptions | undefined;
  const answer = Promise.resolve().then(async () => {
    const { status, body } = await client.send(await request(following));
    return status === 202 ? follow(client, body as JobAnswer, following ?? {}) : body;
  });
  return Object.assign(answer, {
    done(options: WorkOptions = {}) {
      following = options;
      return answer;
    },
  });
}

/** Looks after a job until it ends, and gives its report. */
async function follow(
  client: Client,
  first: JobAnswer,
  { signal, onProgress }: WorkOptions,
): Promise<unknown> {
  let told = "";
  let pause = FIRST_LOOK_MS;
  for (let job = first; ;) {
    const progress = JSON.stringify(job.progress);
    if (job.progress !== undefined && progress !== told) {
      told = progress;
      pause = FIRST_LOOK_MS;
      onProgress?.(job.progress);
    }
    if (job.status === "done") return job.report;
    if (job.status === "failed" || job.status === "cancelled") {
      throw new JobFailed(0, job.error ?? `The job ${job.id} was cancelled.`, { body: job });
    }
    await wait(pause, signal);
    pause = Math.min(pause * 1.5, LONGEST_LOOK_MS);
    const path = `/jobs/${encodeURIComponent(job.id)}`;
    job = (await client.send({ method: "GET", path, ...(signal ? { signal } : {}) })).body as JobAnswer;
  }
}
