import { Type } from "typebox";
import { chapter, anyone, ok, op } from "../../http/operation.ts";
import { build, version } from "../../version.ts";

export const systemOperations = chapter("System", [
  op({
    method: "GET",
    url: "/",
    operationId: "getApiInformation",
    call: "system.get",
    summary: "Get the version of Lectern",
    scopes: [],
    access: anyone,
    answers: { 200: Type.Object({ version: Type.String(), build: Type.String() }) },
    handler: () => ok({ version, build }),
  }),
]);
