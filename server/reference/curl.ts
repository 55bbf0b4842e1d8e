import { sampleOf } from "./sample.ts";
import type { Described } from "./openapi.ts";

/** A request that can be run in a shell, once its variables are set. */
export function curlOf(server: string, operation: Described): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variable(name)}`);
  const required = operation.parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = required.map(
    ({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, false, name)))}`,
  );
  const address = server + path + (query.length > 0 ? `?${query.join("&")}` : "");
  const lines = [`curl ${operation.method === "GET" ? "" : `-X ${operation.method} `}"${address}"`];
  if (!operation.isOpen) lines.push(`-H "Authorization: Bearer $LECTERN_TOKEN"`);
  if (operation.takesFiles) lines.push(`-F "file=@diagram.png"`);
  else if (operation.body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`);
    lines.push(`-d '${quoted(JSON.stringify(sampleOf(operation.body, false), undefined, 2))}'`);
  }
  return lines.join(" \\\n  ");
}

/** `spaceId` as a variable of the shell: `SPACE_ID`. */
function variable(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
}

function quoted(text: string): string {
  return text.replace(/'/g, `'\\''`).replace(/\n/g, "\n  ");
}
