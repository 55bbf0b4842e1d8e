/** The picture that people upload of themselves: read, drawn anew and cut to a square, and shown by its address. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerOf } from "../access/singleSignOn.ts";
import type { Deps } from "../deps.ts";
import { nextFile, uploadProblem } from "../http/upload.ts";
import { newSecret } from "../nouns/sessions/commands.ts";
import { findPhoto, removePhoto, setPhoto } from "../nouns/users/photo.ts";
import { fileHeaders, sniffType, SNIFFED_BYTES } from "../ports/files.ts";
import { runInWorker } from "../ports/worker.ts";
import type { ImageResult, ImageOrder } from "../workers/image.ts";
import { goTo } from "./answer.ts";
import type { ShowAccount } from "./show.ts";
import { changeBy, entranceOf, signedIn } from "./visitor.ts";

/** Where pictures are sent: the one form of these pages that carries a file. */
export const PHOTO_PATH = "/account/photo";

/** Pixels of a side: twice as many as the largest place that shows it has. */
const SIDE = 256;
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;
const FORMATS = new Set(["image/jpeg", "image/png", "image/webp"]);
const LIMITS = { timeout: 20_000, memory: 512 };

/** Mounts the form's routes, and the address under which pictures are shown. */
export function mountPhoto(scope: FastifyInstance, deps: Deps, show: ShowAccount): void {
  scope.post(
    PHOTO_PATH,
    signedIn(deps, async (who, request, reply) => {
      const read = await readPhoto(request).catch((error: unknown) => {
        throw uploadProblem(error);
      });
      const drawn = typeof read === "string" ? read : await draw(read);
      if (typeof drawn === "string") {
        return show(who, request, reply, { message: { kind: "problem", text: drawn } }, 400);
      }
      await changeBy(deps, request, who.user.id, async ({ tx, now, trace }) => {
        await setPhoto(tx, await callerOf(tx, entranceOf(who), deps.clock.now()), {
          key: newSecret(),
          data: drawn,
          now,
        });
        const target = { type: "user", id: who.user.id, label: who.user.display_name };
        await trace({ action: "user.update", target, after: { photo: drawn.length } });
        return {};
      });
      return goTo(reply, "/account?done=photo");
    }),
  );
  scope.post(
    `${PHOTO_PATH}/remove`,
    signedIn(deps, async (who, request, reply) => {
      const { user } = who;
      await changeBy(deps, request, user.id, async ({ tx, trace }) => {
        await removePhoto(tx, await callerOf(tx, entranceOf(who), deps.clock.now()));
        const target = { type: "user", id: user.id, label: user.display_name };
        await trace({ action: "user.update", target, after: { photoURL: null } });
        return {};
      });
      return goTo(reply, "/account?done=unphoto");
    }),
  );
  mountShown(scope, deps);
}

function mountShown(scope: FastifyInstance, deps: Deps): void {
  scope.get<{ Params: { key: string } }>("/photos/:key.webp", async (request, reply) => {
    const { key } = request.params;
    const data = key.length > 100 ? undefined : await findPhoto(deps.db.read, key);
    if (data === undefined) return reply.callNotFound();
    return (
      reply
        .headers(fileHeaders({ name: "photo.webp", contentType: "image/webp" }))
        // Other origins show it beside the comments of its owner. Its address is another when it is.
        .header("cross-origin-resource-policy", "cross-origin")
        .header("cache-control", "private, max-age=31536000, immutable")
        .send(Buffer.from(data))
    );
  });
}

/** The bytes of the picture that was sent, or why they are none. */
async function readPhoto(request: FastifyRequest): Promise<Buffer | string> {
  const part = request.isMultipart() ? await nextFile(request, () => undefined) : undefined;
  if (part === undefined) return "Choose a picture first.";
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.content as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped: an answer before the end of a form is lost on its way to some browsers.
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size === 0) return "Choose a picture first.";
  if (size > MOST_BYTES) return "The picture is larger than 10 MB. Choose a smaller one.";
  const bytes = Buffer.concat(chunks);
  const type = sniffType(bytes.subarray(0, SNIFFED_BYTES));
  return type !== undefined && FORMATS.has(type) ? bytes : "Choose a picture in PNG, JPEG or WebP.";
}

/** The picture as it is shown. Nothing of the file is kept but what can be seen: not where it was taken, nor when. */
async function draw(bytes: Buffer): Promise<Uint8Array | string> {
  const order: ImageOrder = {
    bytes: new Uint8Array(bytes),
    width: SIDE,
    square: true,
    mostPixels: MOST_PIXELS,
  };
  const made = await runInWorker<ImageResult>("image", order, LIMITS).catch((): ImageResult => ({
    refused: "unreadable",
  }));
  if (!("refused" in made)) return new Uint8Array(made.bytes);
  return made.refused === "too-large"
    ? "The picture has more than 40 million pixels. Choose a smaller one."
    : "This picture can't be read. Save it as PNG or JPEG, and choose that.";
}
