import { randomBytes } from "node:crypto";

/** What a script is sent. */
export interface ScriptForm {
  readonly event: unknown;
  readonly environment: unknown;
  /** The body of a request that the event stands for. */
  readonly body?: Uint8Array | undefined;
}

/** A form as browsers send it. The boundary is random, so no value has it. */
export function scriptForm({ event, environment, body }: ScriptForm): { type: string; content: Buffer } {
  const boundary = `lectern-${randomBytes(18).toString("hex")}`;
  const json = { "content-type": "application/json" };
  const parts = [
    part("event", json, JSON.stringify(event)),
    part("environment", json, JSON.stringify(environment)),
    ...(body === undefined ? [] : [part("fetch-body", {}, body)]),
  ];
  const content = parts.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), ...one]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([...content, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function part(name: string, headers: Readonly<Record<string, string>>, value: string | Uint8Array): Buffer[] {
  const lines = Object.entries({ "content-disposition": `form-data; name="${name}"`, ...headers });
  const head = lines.map(([key, text]) => `${key}: ${text}\r\n`).join("");
  return [Buffer.from(`${head}\r\n`), Buffer.from(value), Buffer.from("\r\n")];
}
