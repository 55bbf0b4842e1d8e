import { type RefObject, useEffect, useState } from "react";

/** Rows that are drawn above and below those in sight. */
const SPARE = 12;

/** Which rows of a long column are in sight: from `first`, up to `last`. @param row its height in pixels */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  row: number,
): { readonly first: number; readonly last: number } {
  const [seen, see] = useState({ first: 0, last: 60 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      const first = Math.max(0, Math.floor(element.scrollTop / row) - SPARE);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / row) + SPARE;
      see((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      watch.disconnect();
    };
  }, [scroller, row]);
  return { first: Math.min(seen.first, count), last: Math.min(seen.last, count) };
}
