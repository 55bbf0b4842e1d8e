import type { FastifyRequest } from "fastify";

/** Whether the request's `Prefer` header holds this preference, as in `return=minimal` or `respond-async`. */
export function prefers(request: FastifyRequest, preference: string): boolean {
  const header = request.headers["prefer"];
  if (header === undefined) return false;
  return String(header)
    .split(/[,;]/)
    .some((part) => part.replace(/[\s"]/g, "").toLowerCase() === preference);
}

/** Whether brotli may be sent: named in `Accept-Encoding`, and not with a quality of zero. */
export function acceptsBrotli(header: string | undefined): boolean {
  if (header === undefined || !header.includes("br")) return false;
  return header.split(",").some((part) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}
