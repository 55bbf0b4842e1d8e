/** What went wrong with one field of a request: a JSON pointer into it and a sentence that says what to do. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** A failure that the caller can act on. Everything else that is thrown is a defect and answers 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly type: string;
  readonly details: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** What the answer has beside `error`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    type: string,
    message: string,
    extra: {
      details?: readonly FieldProblem[];
      headers?: Record<string, string>;
      body?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = extra.details;
    this.headers = extra.headers ?? {};
    this.body = extra.body ?? {};
  }
}

/** 400: the request can't be understood as it is. `details` names every field, first 20. */
export function invalid(message: string, details?: readonly FieldProblem[]): HttpError {
  return new HttpError(400, "invalid-input", message, details ? { details: details.slice(0, 20) } : {});
}

/** 400 for one field. */
export function invalidField(path: string, message: string): HttpError {
  return invalid(`${path}: ${message}`, [{ path, message }]);
}

/** 401: no credential, or one that isn't valid (any more). */
export function unauthenticated(
  message = "Send an API token in the Authorization header: Bearer <token>.",
): HttpError {
  return new HttpError(401, "unauthenticated", message, {
    headers: { "www-authenticate": 'Bearer realm="lectern"' },
  });
}

/** 403: the caller may see the thing, but not do this with it. */
export function forbidden(message: string): HttpError {
  return new HttpError(403, "forbidden", message);
}

/** 404: unknown, or not visible to the caller: the same answer. */
export function notFound(what: string): HttpError {
  return new HttpError(404, "not-found", `${what} was not found, or you have no access to it.`);
}

/** 405, with the methods that the path knows. */
export function methodNotAllowed(allowed: readonly string[]): HttpError {
  return new HttpError(405, "method-not-allowed", `This path answers ${allowed.join(", ")} only.`, {
    headers: { allow: allowed.join(", ") },
  });
}

/** 409: the request is fine, but the state of the thing does not allow it. `type` is stable and kebab-case. */
export function conflict(type: string, message: string, details?: readonly FieldProblem[]): HttpError {
  return new HttpError(409, type, message, details ? { details } : {});
}

/** 412: the thing is no longer what `If-Match` says. */
export function preconditionFailed(
  message = "It has changed since you read it. Read it again and repeat the change.",
): HttpError {
  return new HttpError(412, "precondition-failed", message);
}

/** 413: over a stated size. */
export function tooLarge(message: string): HttpError {
  return new HttpError(413, "too-large", message);
}

/** 415: a body of a kind that the operation doesn't read. */
export function unsupportedMedia(message: string): HttpError {
  return new HttpError(415, "unsupported-media-type", message);
}

/** 429; `seconds` until the window opens again. */
export function tooManyRequests(seconds: number): HttpError {
  return new HttpError(
    429,
    "rate-limited",
    `API rate limit exceeded. Please try again in ${seconds} seconds.`,
    { headers: { "retry-after": String(seconds) } },
  );
}

/** 429: as many calls of an operation are under way for the organization as there may be. */
export function tooManyAtOnce(): HttpError {
  return new HttpError(
    429,
    "too-many-at-once",
    "Your organization has too many of these requests running at the same time. Try again in a moment.",
    { headers: { "retry-after": "1" } },
  );
}

/** 503; `seconds` after which another try makes sense. */
export function unavailable(message: string, seconds = 1): HttpError {
  return new HttpError(503, "unavailable", message, { headers: { "retry-after": String(seconds) } });
}
