/** What can go wrong, as classes: branch on the class, or on `type`, which never changes. */

/** One field that was refused. `path` is a JSON pointer into what was sent. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

interface ErrorBody {
  readonly error: {
    readonly message: string;
    readonly type?: string;
    readonly details?: readonly FieldFault[];
    readonly requestId?: string;
  };
}

/** Everything that this library throws, but for the reason of an `AbortSignal`, which is thrown as it is. */
export class LecternError extends Error {
  override readonly name: string = "LecternError";
  /** A stable word such as `not-found`; the class says the same of the status alone. */
  readonly type: string;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** The fields that were refused, up to 20. */
  readonly details: readonly FieldFault[];
  /** The whole body of the answer, for what an operation says beside the error, such as `conflicts`. */
  readonly body: unknown;
  /** Seconds to wait before trying again, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    answer: { body?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, answer.cause === undefined ? undefined : { cause: answer.cause });
    const error = (answer.body as Partial<ErrorBody> | undefined)?.error;
    this.status = status;
    this.type = error?.type ?? "unknown";
    this.requestId = error?.requestId;
    this.details = error?.details ?? [];
    this.body = answer.body;
    this.retryAfter = answer.retryAfter;
  }
}

/** 400: the request can't be understood as it is; `details` names the fields. */
export class InvalidInput extends LecternError {
  override readonly name = "InvalidInput";
}
/** 401: no token, or one that is unknown, expired or revoked. */
export class Unauthenticated extends LecternError {
  override readonly name = "Unauthenticated";
}
/** 403: you may see this, and not do that with it. */
export class Forbidden extends LecternError {
  override readonly name = "Forbidden";
}
/** 404: it isn't there, or you may not know that it is. */
export class NotFound extends LecternError {
  override readonly name = "NotFound";
}
/** 409: the state of things doesn't allow it. */
export class Conflict extends LecternError {
  override readonly name = "Conflict";
}
/** 412: it has changed since you read it. */
export class PreconditionFailed extends LecternError {
  override readonly name = "PreconditionFailed";
}
/** 413: over a limit. */
export class TooLarge extends LecternError {
  override readonly name = "TooLarge";
}
/** 429: too many requests, even after waiting. */
export class RateLimited extends LecternError {
  override readonly name = "RateLimited";
}
/** 500 and above: a defect or an outage of the server. */
export class ServerFault extends LecternError {
  override readonly name = "ServerFault";
}
/** No answer came: the connection failed or stood still, each time. */
export class Unreachable extends LecternError {
  override readonly name = "Unreachable";
}
/** Something answered that is not Lectern: the address is another program's. */
export class NotLectern extends LecternError {
  override readonly name = "NotLectern";
}
/** A job ended without having done what it was for. */
export class JobFailed extends LecternError {
  override readonly name = "JobFailed";
}

const CLASSES: Readonly<Record<number, typeof LecternError>> = {
  400: InvalidInput,
  401: Unauthenticated,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  413: TooLarge,
  429: RateLimited,
};

/** Statuses that a later attempt may not meet. */
export const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** What proxies and the like answer by themselves, in words of their own: the status alone tells what it is. */
const BEFORE_LECTERN: Readonly<Record<number, string>> = {
  408: "the request took too long for what stands before Lectern",
  413: "what was sent is larger than what stands before Lectern takes",
  429: "there were too many requests for what stands before Lectern",
  502: "what stands before Lectern can't reach it",
  503: "Lectern is away for now",
  504: "Lectern didn't answer what stands before it in time",
};

/** The error that an answer stands for. `body` is what was read of it, parsed where it was JSON. */
export function faultOf(url: string, status: number, body: unknown, retryAfter?: number): LecternError {
  const said = (body as Partial<ErrorBody> | null | undefined)?.error?.message;
  const why = BEFORE_LECTERN[status];
  const answer = { body, ...(retryAfter === undefined ? {} : { retryAfter }) };
  if (typeof said !== "string" && why === undefined) return notLectern(url, status, body);
  const Fault = CLASSES[status] ?? (status >= 500 ? ServerFault : LecternError);
  const message = typeof said === "string" ? said : `${url} answered ${status}: ${why}.`;
  return new Fault(status, message, answer);
}

/** The error for an answer that no Lectern gives. */
export function notLectern(url: string, status: number, body: unknown): NotLectern {
  return new NotLectern(
    status,
    `${url} answered ${status}, and not as Lectern does: check that the address is Lectern's.`,
    { body },
  );
}
