interface Entry {
  readonly heading: HTMLElement;
  readonly link: HTMLAnchorElement;
}

function readEntries(): Entry[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(".outline a")].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading === null ? [] : [{ heading, link }];
  });
}

/** The last heading above the reading line, or at the very end the last one that can be seen. */
function findCurrent(entries: readonly Entry[]): Entry | undefined {
  // A little below where a followed link puts its heading.
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4 && scrollY > 0;
  const reached = entries.filter(({ heading }) => {
    const { top, height } = heading.getBoundingClientRect();
    return height > 0 && top <= (atEnd ? innerHeight - height : line);
  });
  return reached.at(-1) ?? entries[0];
}

/** Marks where the reader is, and names it where the outline is folded; at most once a frame, and only while scrolling. */
export function watchOutline(): void {
  const entries = readEntries();
  const column = document.querySelector<HTMLElement>(".outline");
  if (entries.length === 0 || column === null) return;
  const folded = document.querySelector<HTMLDetailsElement>(".outline-fold");
  const here = folded?.querySelector(".outline-here");
  folded?.addEventListener("click", ({ target }) => {
    // It stays in sight, and would cover what was asked for.
    if (target instanceof HTMLAnchorElement) folded.open = false;
  });
  let marked: Entry | undefined;
  let waiting = false;
  const mark = (): void => {
    waiting = false;
    const current = findCurrent(entries);
    if (current === marked) return;
    marked?.link.removeAttribute("aria-current");
    current?.link.setAttribute("aria-current", "true");
    marked = current;
    if (here && current) here.textContent = current.link.textContent;
    const link = current?.link;
    if (link && column.scrollHeight > column.clientHeight) {
      column.scrollTo({ top: link.offsetTop - column.clientHeight / 2 });
    }
  };
  const ask = (): void => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mark);
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask, { passive: true });
  mark();
}
