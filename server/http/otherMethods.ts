import type { FastifyInstance } from "fastify";
import { methodNotAllowed } from "./errors.ts";

/** Methods that are refused with what the path takes; others are unknown everywhere. */
const KNOWN = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** The addresses that begin with the same segments, by the next one; `methods` where an address ends. */
interface Place {
  readonly named: Map<string, Place>;
  parameter?: Place;
  methods?: Set<string>;
}

/**
 * Answers 405 with `Allow` for every method that a known path doesn't have. The paths are looked through only for a
 * request that no route answers: a route for each refusal took a third of the time that mounting all routes takes. Such a
 * request has cost its point by then; see `meterUnanswered`.
 * @param routes what is mounted, each address with `:name` for its parameters
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly { method: string; url: string }[],
): void {
  const start = placesOf(routes);
  app.addHook("onRequest", (request, _reply, done) => {
    if (!request.is404 || !KNOWN.has(request.method)) return done();
    const allowed = methodsAt(start, request.url);
    // A refusal reads no body, so its shape can't matter.
    done(allowed === undefined ? undefined : methodNotAllowed(allowed));
  });
}

function placesOf(routes: readonly { method: string; url: string }[]): Place {
  const start: Place = { named: new Map() };
  for (const { method, url } of routes) {
    let place = start;
    for (const segment of url.split("/")) place = placeBelow(place, segment);
    place.methods ??= new Set();
    place.methods.add(method);
    if (method === "GET") place.methods.add("HEAD");
  }
  return start;
}

function placeBelow(place: Place, segment: string): Place {
  if (segment.startsWith(":")) return (place.parameter ??= { named: new Map() });
  const below = place.named.get(segment) ?? { named: new Map() };
  place.named.set(segment, below);
  return below;
}

/** The methods of the address that a request's path means to the router, in order. */
function methodsAt(start: Place, url: string): readonly string[] | undefined {
  const [path = ""] = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
  let segments: readonly string[];
  try {
    segments = decodeURI(path).split("/");
  } catch {
    return undefined;
  }
  const found = find(start, segments, 0);
  return found?.methods === undefined ? undefined : [...found.methods].toSorted();
}

/** A name stands before a parameter, unless nothing lies where it leads. */
function find(place: Place, segments: readonly string[], at: number): Place | undefined {
  const segment = segments[at];
  if (segment === undefined) return place.methods === undefined ? undefined : place;
  const below = place.named.get(segment);
  const named = below === undefined ? undefined : find(below, segments, at + 1);
  return named ?? (place.parameter && find(place.parameter, segments, at + 1));
}
