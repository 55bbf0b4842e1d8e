/**
 * The Model Context Protocol as far as a server needs it that remembers nothing: one message in, one answer out.
 * https://modelcontextprotocol.io/specification/2025-06-18/basic/transports (Streamable HTTP with JSON answers)
 */

/** A tool that agents may call. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of its arguments: an object of texts. */
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, { readonly type: "string"; readonly description: string }>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  /** @returns what the agent reads. @throws ToolProblem for arguments that lead nowhere */
  readonly call: (input: Readonly<Record<string, string>>) => Promise<string>;
}

/** What an agent can put right itself; it is told as the tool's answer. */
export class ToolProblem extends Error {
  override readonly name = "ToolProblem";
}

export interface McpServer {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly McpTool[];
}

/** What goes over the wire. Without a body the message was taken and asks for no answer. */
interface McpAnswer {
  readonly status: 200 | 202 | 400;
  readonly body?: unknown;
}

/** Newest first: what is offered to who asks for another one. */
const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

type Id = string | number | null;
type Fields = Readonly<Record<string, unknown>>;

class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Answers one message. Never throws on what it says.
 * @param text the body as it was sent
 * @param version the header `MCP-Protocol-Version`, where there is one
 */
export async function answerMcp(
  server: McpServer,
  text: string,
  version: string | undefined,
): Promise<McpAnswer> {
  if (version !== undefined && !isVersion(version)) {
    const known = PROTOCOL_VERSIONS.join(", ");
    return refused(null, INVALID_REQUEST, `This server speaks ${known}, not ${version.slice(0, 40)}.`);
  }
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return refused(null, PARSE_ERROR, "The body is not valid JSON.");
  }
  if (!isFields(message) || message["jsonrpc"] !== "2.0") {
    return refused(null, INVALID_REQUEST, "Send one JSON-RPC 2.0 message; batches are not taken.");
  }
  const { id, method, params } = message;
  // A notification, or an answer to a request that was never sent.
  if (!Object.hasOwn(message, "id") || typeof method !== "string") {
    if (typeof method === "string" || "result" in message || "error" in message) return { status: 202 };
    return refused(null, INVALID_REQUEST, "The message has no method.");
  }
  if (typeof id !== "string" && typeof id !== "number")
    return refused(null, INVALID_REQUEST, "The id of a request is a string or a number.");
  try {
    const result = await resultOf(server, method, isFields(params) ? params : {});
    return { status: 200, body: { jsonrpc: "2.0", id, result } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { status: 200, body: rpcError(id, error.code, error.message) };
  }
}

async function resultOf(server: McpServer, method: string, params: Fields): Promise<unknown> {
  switch (method) {
    case "initialize":
      return initialize(server, params);
    case "ping":
      return {};
    case "tools/list":
      return { tools: server.tools.map(describeTool) };
    case "tools/call":
      return callTool(server, params);
    default:
      throw new RpcError(METHOD_NOT_FOUND, `There is no method "${method.slice(0, 80)}".`);
  }
}

function initialize({ name, version, instructions }: McpServer, { protocolVersion }: Fields) {
  return {
    protocolVersion: isVersion(protocolVersion) ? protocolVersion : PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: "lectern", title: name, version },
    instructions,
  };
}

function describeTool({ name, title, description, inputSchema }: McpTool) {
  const annotations = { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, annotations };
}

/** Longest argument, in characters. */
const LONGEST = 2048;

async function callTool({ tools }: McpServer, { name, arguments: given }: Fields) {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined)
    throw new RpcError(INVALID_PARAMS, `There is no tool "${String(name).slice(0, 80)}".`);
  const input: Record<string, string> = {};
  for (const [key, value] of Object.entries(isFields(given) ? given : {})) {
    if (!Object.hasOwn(tool.inputSchema.properties, key))
      throw new RpcError(INVALID_PARAMS, `The tool "${tool.name}" has no argument "${key.slice(0, 80)}".`);
    if (typeof value !== "string" || value.length > LONGEST)
      throw new RpcError(INVALID_PARAMS, `The argument "${key}" is a text of at most ${LONGEST} characters.`);
    input[key] = value;
  }
  const missing = tool.inputSchema.required.find((key) => input[key] === undefined);
  if (missing !== undefined) throw new RpcError(INVALID_PARAMS, `The argument "${missing}" is missing.`);
  try {
    return { content: [{ type: "text", text: await tool.call(input) }], isError: false };
  } catch (error) {
    if (!(error instanceof ToolProblem)) throw error;
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

function refused(id: Id, code: number, message: string): McpAnswer {
  return { status: 400, body: rpcError(id, code, message) };
}

function rpcError(id: Id, code: number, message: string) {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isVersion(value: unknown): value is (typeof PROTOCOL_VERSIONS)[number] {
  return PROTOCOL_VERSIONS.some((known) => known === value);
}
