/** Files as they arrive, in `multipart/form-data` or as a body; what can't be read is the client's mistake, not ours. */
import type { Multipart } from "@fastify/multipart";
import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError, invalid, invalidField, unsupportedMedia } from "./errors.ts";
import { refuseUnstorable } from "./input.ts";
import type { Operation, UploadPart } from "./operation.ts";
import { pointerPart } from "../../engine/json.ts";

/** What the streams of files ended with, so that it is known for what it is wherever it comes out. */
const broken = new WeakSet<object>();

/** What tells one upload from another: the hash of the bytes that have come so far. */
export interface UploadDigest {
  value(): string;
}

/** The name of the one part that an upload has. */
const PART = "file";

const BYTES = "application/octet-stream";

/** Hands bodies of bytes to the routes of a server as they come, and refuses all others. */
export function readBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(BYTES, (_request, body, done) => done(null, body));
  scope.addContentTypeParser("*", (_request, _body, done) =>
    done(unsupportedMedia(`Send the bytes as ${BYTES}.`)),
  );
}

/** Whether a request brings a file as its operation takes it. */
export function carriesFile({ upload }: Pick<Operation, "upload">, request: FastifyRequest): boolean {
  if (upload === "form") return request.isMultipart();
  return upload === "bytes" && request.body === request.raw;
}

/**
 * The one file of a request; undefined when it has none. Its reader ends with a 400 when other parts follow it, so
 * nothing has been stored of a request that says more than is understood.
 * @param heard gets the digest of its bytes, which is complete once they have been read
 * @throws 400 for a body or a name that can't be read, and for any other part, by its name
 */
export async function nextFile(
  request: FastifyRequest,
  heard: (digest: UploadDigest) => void,
): Promise<UploadPart | undefined> {
  if (request.body === request.raw) return bareFile(request.raw, heard);
  const parts = request.parts();
  const part = await nextPart(parts);
  if (part === undefined) return undefined;
  if (part.type === "field" || part.fieldname !== PART) throw surplus(part);
  // A short body may have ended before anybody could listen.
  if (part.file.errored) broken.add(part.file.errored);
  part.file.once("error", (error) => void broken.add(error));
  try {
    refuseUnstorable(part.filename, { texts: true }, "/file");
  } catch (refused) {
    part.file.resume();
    throw refused;
  }
  const hash = createHash("sha256").update(`${part.filename}\n`);
  heard({ value: () => hash.copy().digest("hex") });
  const content = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      nextPart(parts).then((more) => done(more && surplus(more)), done);
    },
  });
  // What breaks the file breaks its reader, with the same error.
  pipeline(part.file, content, () => undefined);
  return { name: part.filename, contentType: part.mimetype, content };
}

function bareFile(body: Readable, heard: (digest: UploadDigest) => void): UploadPart {
  body.once("error", (error) => void broken.add(error));
  const hash = createHash("sha256");
  heard({ value: () => hash.copy().digest("hex") });
  const content = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  pipeline(body, content, (error) => void (error && broken.add(error)));
  return { name: "", contentType: BYTES, content };
}

type Parts = AsyncIterator<Multipart>;

async function nextPart(parts: Parts): Promise<Multipart | undefined> {
  const next = await parts.next().catch((error: unknown) => {
    throw isRefusal(error) ? error : unreadable();
  });
  return next.done === true ? undefined : next.value;
}

/** The 400 for a part that nobody reads: ignoring it would hide a mistake. */
function surplus(part: Multipart): HttpError {
  if (part.type === "file") part.file.resume();
  const pointer = `/${pointerPart(part.fieldname)}`;
  return invalidField(
    pointer,
    `is a part too many. Send one file, in a part named ${PART}; what else an operation takes goes into its query.`,
  );
}

/** What to answer for an error of an operation that took a file: a 400 when the file itself was cut off. */
export function uploadProblem(error: unknown): unknown {
  return typeof error === "object" && error !== null && broken.has(error) && !isRefusal(error)
    ? unreadable()
    : error;
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError || (error instanceof Error && "statusCode" in error);
}

function unreadable(): HttpError {
  return invalid("The body is not whole: check its end, and the boundary of multipart/form-data.");
}
