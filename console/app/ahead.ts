/** What a link to a page leads to is read while somebody rests on it: it is there when it is opened. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { page as pageOf } from "../api/queries.ts";
import { pageAt } from "../routes.ts";

/** So long one rests, and so long what was read then is not read again; milliseconds. */
const REST = 40;
const FRESH = 30_000;

/** Reads ahead on all screens. */
export default function ReadingAhead(): null {
  const cache = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = ({ target }: Event): void => {
      clearTimeout(timer);
      const link = target instanceof Element ? target.closest("a") : null;
      if (link !== null) timer = setTimeout(() => readAhead(cache, link), REST);
    };
    addEventListener("pointerover", look);
    addEventListener("focusin", look);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerover", look);
      removeEventListener("focusin", look);
    };
  }, [cache]);
  return null;
}

function readAhead(cache: QueryClient, link: HTMLAnchorElement): void {
  const place = link.origin === location.origin ? pageAt(link.pathname) : undefined;
  if (place === undefined) return;
  void cache.prefetchQuery({ ...pageOf(place.space, place.page, place.number), staleTime: FRESH });
}
