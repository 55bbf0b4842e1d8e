import { Type } from "typebox";
import { anyone, ok, op, type Operation } from "../../http/operation.ts";
import { build, version } from "../../version.ts";

const getApiInformation = op({
  method: "GET",
  url: "/",
  operationId: "getApiInformation",
  call: "system.get",
  tag: "System",
  summary: "Say which version answers",
  scopes: [],
  access: anyone,
  answers: { 200: Type.Object({ version: Type.String(), build: Type.String() }) },
  handler: () => ok({ version, build }),
});

export const systemOperations: readonly Operation[] = [getApiInformation];
