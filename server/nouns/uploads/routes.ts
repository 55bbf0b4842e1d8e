import { invalid } from "../../http/errors.ts";
import { chapter, anyUser, created, empty, holding, ok, op } from "../../http/operation.ts";
import { dropUnnamed, storePart } from "./bytes.ts";
import { createUpload, dropBytes, endUpload, forgetFileUploads, keepPart, refuseSize } from "./commands.ts";
import { presentPart, presentUpload } from "./present.ts";
import { listParts, loadUpload, organizationOf } from "./queries.ts";
import * as schema from "./schema.ts";

const one = "/uploads/:uploadId";
const noun = "The upload";
const WRITING = ["space:write", "space:content:write"] as const;
const READING = ["space:read", "space:content:read"] as const;

export const uploadOperations = chapter("Uploads", [
  op({
    method: "POST",
    url: "/uploads",
    operationId: "createUpload",
    call: "uploads.create",
    summary: "Begin an upload in parts",
    description:
      "Send its parts one by one, in any order, and give its id to an operation that takes a file. It is kept for 24 hours, only for the person who began it. A file can have 100 MB, and an archive to import 2 GB; the unfinished uploads of one person can have 4 GB in total, those of an organization 8 GB.",
    scopes: WRITING,
    access: anyUser,
    shapes: { body: schema.CreateUpload },
    answers: { 201: schema.Upload },
    handler: async ({ deps, identity, body, change }) => {
      refuseSize(body.size);
      const organization = await organizationOf({ deps, identity }, body);
      // What is past makes room, long before it is swept up for everybody.
      await forgetFileUploads(deps, deps.clock.now(), organization);
      return change(async (running) => {
        const { size, sha256 } = body;
        const installation = identity.installation?.id;
        const upload = await createUpload(running, { organization, size, sha256, installation });
        const target = { type: "upload", id: upload.id, label: `${size} bytes` };
        await running.trace({ action: "upload.create", organization, target });
        return created(presentUpload(upload, [], deps.addresses));
      });
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getUpload",
    call: "uploads.get",
    summary: "Get an upload",
    description: "Lists the parts that have arrived.",
    scopes: READING,
    access: holding(noun, loadUpload, "view"),
    shapes: { params: schema.UploadParams },
    answers: { 200: schema.Upload },
    handler: async ({ deps, thing: { upload } }) =>
      ok(presentUpload(upload, await listParts(deps.db.read, upload), deps.addresses)),
  }),
  op({
    method: "PUT",
    url: `${one}/parts/:partNumber`,
    operationId: "putUploadPart",
    call: "uploads.putPart",
    summary: "Send a part of an upload",
    description:
      "The bytes, as `application/octet-stream`. All parts have `partSize` bytes except the last, which has the rest; any other size is a 400 that names it. Sending a part again replaces it.",
    scopes: WRITING,
    access: holding(noun, loadUpload, "view"),
    shapes: { params: schema.PartParams },
    answers: { 200: schema.UploadedPart },
    ifMatch: "nothing",
    points: 1,
    upload: "bytes",
    perOrganization: { atOnce: schema.MOST_ARRIVING, of: ({ upload }) => upload.organization_id },
    handler: async ({ deps, thing: { upload }, params: { partNumber: number }, upload: sent, change }) => {
      const arriving = await sent?.();
      if (arriving === undefined) throw invalid("Send the bytes of the part as application/octet-stream.");
      const part = { number, ...(await storePart(deps, upload, number, arriving.content)) };
      // Of what was there, and what is stored now: what comes to nothing leaves nothing behind.
      const stored = new Set([part.hash]);
      try {
        return await change(async ({ tx }) => {
          const replaced = await keepPart(tx, upload, part);
          if (replaced !== undefined) stored.add(replaced);
          return ok(presentPart(part));
        });
      } finally {
        for (const hash of stored) await dropUnnamed(deps, upload, hash);
      }
    },
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "deleteUpload",
    call: "uploads.delete",
    summary: "Delete an upload",
    description: "With all of its parts.",
    scopes: WRITING,
    access: holding(noun, loadUpload, "view"),
    shapes: { params: schema.UploadParams },
    answers: { 204: null },
    ifMatch: "nothing",
    handler: async ({ deps, thing: { upload }, change }) => {
      const answer = await change(async (running) => {
        await endUpload(running, upload);
        const target = { type: "upload", id: upload.id, label: `${upload.size} bytes` };
        await running.trace({ action: "upload.delete", organization: upload.organization_id, target });
        return empty(204);
      });
      await dropBytes(deps, upload);
      return answer;
    },
  }),
]);
