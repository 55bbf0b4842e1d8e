/** Where bytes are sent that an operation gave an address for. The address is the right: no token is asked for. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { forbidden, methodNotAllowed, notFound, tooLarge } from "../../http/errors.ts";
import { storeUpload } from "./commands.ts";
import { LARGEST_UPLOAD, readUploadAddress, UPLOAD_PATH } from "./uploadAddress.ts";

const EXPIRED = "This address is not valid, or not any more: ask for another.";

/** Mounts the route. What is sent to an address that was not signed is refused before it is read. */
export function mountUploads(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: LARGEST_UPLOAD },
      (_request, body, done) => done(null, body),
    );
    scope.route({
      method: "PUT",
      url: `${UPLOAD_PATH}*`,
      bodyLimit: LARGEST_UPLOAD,
      onRequest: (request, _reply, done) => {
        const upload = readUploadAddress(deps, request.url, deps.clock.now());
        if (upload === undefined) return done(forbidden(EXPIRED));
        const length = Number(request.headers["content-length"] ?? 0);
        return done(length > upload.size ? tooLarge(`The address is for ${upload.size} bytes.`) : undefined);
      },
      handler: async (request, reply) => {
        const now = deps.clock.now();
        const upload = readUploadAddress(deps, request.url, now);
        // It may have grown too old while the file arrived.
        if (upload === undefined) throw forbidden(EXPIRED);
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await deps.db.transact(async (tx) => {
          const organization = await tx
            .selectFrom("organizations")
            .select("id")
            .where("id", "=", upload.organization)
            .executeTakeFirst();
          if (organization === undefined) throw notFound("The organization");
          await storeUpload(tx, upload, bytes, now);
        });
        return reply.code(204).send();
      },
    });
    scope.route({
      method: ["GET", "POST", "PATCH", "DELETE"],
      url: `${UPLOAD_PATH}*`,
      onRequest: (_request, _reply, done) => done(methodNotAllowed(["PUT"])),
      handler: async () => undefined,
    });
  });
}
