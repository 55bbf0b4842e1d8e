/** Long work: an answer that comes when all is done, or a job that tells how far it is. */
import { type OperationFunction, requestOf } from "./calls.ts";
import { type Client, type ClientRequest, eitherOf, wait } from "./client.ts";
import { Conflict, JobFailed, notLectern } from "./faults.ts";

/** How far a job has come; what is not known is absent. */
export interface Progress {
  readonly done?: number;
  readonly total?: number;
  /** What is counted: `sending` counts the bytes of a file, and what follows is the server's. */
  readonly step?: string;
}

export interface WorkOptions {
  /** Ends the work: its job is cancelled, and the signal's reason thrown unless it was done by then. */
  readonly signal?: AbortSignal;
  /** Is told each time something has changed. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Await it for the answer when all is done; or `done()` to be told meanwhile, over connections that end early too. */
export interface Work<Answer> extends Promise<Answer> {
  /** Goes on as a job of the server and looks after it until it ends. @throws JobFailed with why it came to nothing */
  done(options?: WorkOptions): Promise<Answer>;
}

const STATES = ["queued", "running", "done", "failed", "cancelled"] as const;

interface JobAnswer {
  readonly status: (typeof STATES)[number];
  readonly progress?: Progress;
  readonly report?: unknown;
  readonly error?: string;
  readonly id: string;
}

const FIRST_LOOK_MS = 200;
const LONGEST_LOOK_MS = 2000;

/** An operation that answers at its end, or as a job with `Prefer: respond-async`. */
export function work<F extends OperationFunction>(line: string, takes = 0): F {
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
    const asked = await request(following);
    // From here on there is a job to cancel: whether it has begun is known when it is answered.
    following?.signal?.throwIfAborted();
    const { status, body } = await client.send(asked);
    return status === 202 ? follow(client, body as JobAnswer, following ?? {}, asked.signal) : body;
  });
  return Object.assign(answer, {
    done(options: WorkOptions = {}) {
      following = options;
      return answer;
    },
  });
}

/** Looks after a job until it ends, and gives its report. `calling`: the signal of the call, which ends the looking alone. */
async function follow(
  client: Client,
  first: JobAnswer,
  { signal, onProgress }: WorkOptions,
  calling: AbortSignal | undefined,
): Promise<unknown> {
  const path = `/jobs/${encodeURIComponent(first.id)}`;
  const ask = async (request: Pick<ClientRequest, "method" | "path">) =>
    (await client.send({ ...request, ...(calling ? { signal: calling } : {}) })).body as JobAnswer;
  let [told, pause, isCancelled] = ["", FIRST_LOOK_MS, false];
  for (let job = first; ;) {
    const progress = JSON.stringify(job.progress);
    if (job.progress !== undefined && progress !== told) {
      told = progress;
      pause = FIRST_LOOK_MS;
      onProgress?.(job.progress);
    }
    // Of another program's answers none is the last.
    if (!STATES.includes(job.status)) throw notLectern(client.options.url, 200, job);
    if (job.status === "done") return job.report;
    if (job.status === "failed" || job.status === "cancelled") {
      if (isCancelled) signal?.throwIfAborted();
      throw new JobFailed(0, job.error ?? `The job ${job.id} was cancelled.`, { body: job });
    }
    if (isCancelled || !signal?.aborted) {
      const ending = isCancelled ? calling : eitherOf(signal, calling);
      await wait(pause, ending).catch(() => calling?.throwIfAborted());
    }
    if (signal?.aborted && !isCancelled) {
      isCancelled = true;
      // One that has ended meanwhile tells what came of it.
      await ask({ method: "POST", path: `${path}/cancel` }).catch((error: unknown) => {
        if (!(error instanceof Conflict)) throw error;
      });
    }
    pause = Math.min(pause * 1.5, LONGEST_LOOK_MS);
    job = await ask({ method: "GET", path });
  }
}
