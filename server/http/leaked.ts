/** Bodies that would give an account away: what is written is read by others, on a published site by everybody. */
import type { FastifyRequest } from "fastify";
import { findWorkingToken, LEAKED } from "../access/leakedTokens.ts";
import type { Deps } from "../deps.ts";
import { invalidField } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { pointerPart } from "../../engine/json.ts";
import { tokensIn } from "../ports/tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whether something in the body begins as a token does. */
    mentionsTokens: boolean;
  }
}

/** Integrations are given secrets of their own, which may be tokens of this installation; nobody is shown them. */
const TAKES_SECRETS = "/integrations/";

/** @throws 400 naming the field that holds an API token which works */
export async function refuseLeakedTokens(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { url }: Pick<Operation, "url">,
  request: Pick<FastifyRequest, "body" | "mentionsTokens">,
): Promise<void> {
  if (!request.mentionsTokens || url.startsWith(TAKES_SECRETS)) return;
  const places = new Map<string, string>();
  for (const [path, text] of textsIn(request.body)) {
    for (const token of tokensIn(text)) places.set(token, path);
  }
  const working = await findWorkingToken(db.read, places.keys(), clock.now());
  if (working !== undefined) throw invalidField(places.get(working) ?? "", LEAKED);
}

/** Every text of a body, with the JSON pointer to it; that of a key is the one to its value. */
function* textsIn(body: unknown): Generator<readonly [path: string, text: string]> {
  const left: (readonly [string, unknown])[] = [["", body]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === "string") yield [path, value];
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const at = `${path}/${pointerPart(key)}`;
      yield [at, key];
      left.push([at, inner]);
    }
  }
}
