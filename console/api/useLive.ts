/** What screens do with what happens elsewhere. */
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { LiveEvent } from "./eventStream.ts";
import { liveEvents, type OpenPlace } from "./live.ts";
import { onRefused, type RefusedPlace } from "./refused.ts";
import { onceUntyped } from "./typed.ts";

/**
 * Has what is kept read again when it may be another. Once, around all screens.
 * @param onceUnwritten does something when nobody writes a page: who does keeps their screen, and hears of lost rights when
 *   what they typed is refused
 */
export function useLiveQueries(onceUnwritten: (act: () => void) => void): void {
  const queries = useQueryClient();
  useEffect(() => {
    // A form that nobody may send any more is gone with its button, and what is typed into it with both.
    const once = eachOnce((act) => onceUnwritten(() => onceUntyped(act)));
    return liveEvents().hear((event) => {
      if (event.event !== "permissions") return void refresh(queries, event);
      once(String(event.data["space"]), () => void refresh(queries, event));
    });
  }, [queries, onceUnwritten]);
  useEffect(
    () =>
      onRefused((place) =>
        onceUntyped(
          () =>
            void queries.invalidateQueries({
              predicate: ({ queryKey, state }) => tellsRights(place, queryKey, state.data),
            }),
        ),
      ),
    [queries],
  );
}

/** Puts off what waits, each under its name once: who writes for an hour hears of many changes of the same rights. */
export function eachOnce(wait: (act: () => void) => void): (name: string, act: () => void) => void {
  const waiting = new Set<string>();
  return (name, act) => {
    if (waiting.has(name)) return;
    waiting.add(name);
    wait(() => {
      waiting.delete(name);
      act();
    });
  };
}

/** Whether what is kept under a key says what one may do there. */
function tellsRights({ of, id }: RefusedPlace, key: QueryKey, data: unknown): boolean {
  const isSaid = typeof data === "object" && data !== null && "permissions" in data;
  return key[0] === of && key[1] === id && isSaid;
}

/** Says what is open, so that one hears of it. */
export function useOpenPlace({ organization, space, changeRequest }: OpenPlace): void {
  useEffect(() => {
    if (organization === undefined && space === undefined) return undefined;
    return liveEvents().follow({ organization, space, changeRequest });
  }, [organization, space, changeRequest]);
}

/** Calls `hear` with what happens, beside what is read again anyway. */
export function useLiveEvents(hear: (event: LiveEvent) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => liveEvents().hear((event) => latest.current(event)), []);
}

function refresh(queries: QueryClient, event: LiveEvent): Promise<void> {
  if (event.event === "reset") return queries.invalidateQueries();
  return queries.invalidateQueries({ predicate: ({ queryKey }) => concerns(event, queryKey) });
}

/** Whether what is kept under a key may be another since something happened. */
export function concerns({ event, data }: LiveEvent, key: QueryKey): boolean {
  const [of, id, part, page] = key;
  switch (event) {
    case "content": {
      if (of !== "space" || id !== data["space"]) return false;
      const { pages } = data;
      return part !== "page" || !Array.isArray(pages) || pages.includes(page);
    }
    case "comment":
    case "review":
    case "change-request":
      if (of === "organization") return part === "changes";
      return of === "space" && id === data["space"] && part !== "page" && part !== "pages";
    case "permissions":
      // What somebody may do in the organization, or in a collection, says what they may in each space of it.
      if (of === "space") return data["space"] === undefined ? part === undefined : id === data["space"];
      return ["organization", "organizations", "collection"].includes(String(of));
    case "presence":
      return of === "presence" && id === data["space"];
    case "job":
      return (of === "job" && id === data["job"]) || (of === "organization" && part === "jobs");
    case "notification":
      return of === "notifications";
    case "session-ended":
      return of === "user";
    default:
      return false;
  }
}
