import type { FastifyRequest } from "fastify";

/** Whether the request's `Prefer` header holds this preference, as in `return=minimal` or `respond-async`. */
export function prefers(request: FastifyRequest, preference: string): boolean {
  const header = request.headers["prefer"];
  if (header === undefined) return false;
  return String(header)
    .split(/[,;]/)
    .some((part) => part.replace(/[\s"]/g, "").toLowerCase() === preference);
}
