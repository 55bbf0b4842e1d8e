/** Long tables keep their header in sight: styles move it, and are told here how far. */

/** What a table's header goes along with. */
const FAR = "--far";

/** Tells each table its own height, whenever that changes. */
export function watchTables(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      (target as HTMLElement).style.setProperty(FAR, `${borderBoxSize[0]?.blockSize ?? 0}px`);
    }
  });
  for (const table of document.querySelectorAll(".table")) observer.observe(table);
}
