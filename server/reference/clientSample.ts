import type { Api } from "../../engine/openapi/reference/api.ts";
import type { MediaView, OperationView } from "../../engine/openapi/reference/operation.ts";
import { exampleOf, isJson } from "../../engine/openapi/reference/requests.ts";
import { sampleOf } from "../../engine/openapi/reference/sample.ts";

/**
 * An operation as our client library calls it: what the path names comes first, one by one, then what is sent.
 * @param call `resource.verb`
 */
export function clientSample(api: Api, view: OperationView, call: string): string {
  const sent = sentBy(api, view);
  const named = view.parameters.filter((one) => one.in === "path").map(({ name }) => JSON.stringify(name));
  const written = [...named, ...(sent === undefined ? [] : [JSON.stringify(sent, undefined, 2)])].join(", ");
  const isEmpty = view.responses.every(({ status, media }) => !status.startsWith("2") || media.length === 0);
  const options = `{ url: ${JSON.stringify(view.servers[0]?.url ?? "")}, token: "YOUR_TOKEN" }`;
  return [
    'import { createLectern } from "lectern-client";',
    "",
    `const lectern = createLectern(${options});`,
    `${isEmpty ? "" : "const answer = "}await lectern.${call}(${written});`,
  ].join("\n");
}

/** The body, or what the query has to say. */
function sentBy(api: Api, { body, parameters }: OperationView): unknown {
  const json = body?.media.find(({ type }: MediaView) => isJson(type));
  if (json !== undefined) return exampleOf(api, json, "request");
  const asked = parameters.filter((one) => one.in === "query" && one.isRequired);
  if (asked.length === 0) return undefined;
  const values = asked.map((one) => [one.name, one.example ?? sampleOf(api, one.schema, { use: "request" })]);
  return Object.fromEntries(values) as object;
}
