/** The console's pictures: lines in the text's colour, on a square of sixteen, as the interface of sites has them. */
const DRAWINGS = {
  home: "M2.5 7.2 8 2.75l5.5 4.45v6.05h-4v-4h-3v4h-4z",
  search: "M7 2.75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5m3.25 7.5 3.25 3.25",
  space:
    "M3 3.25A1.25 1.25 0 0 1 4.25 2H13v9.5H4.25A1.25 1.25 0 0 0 3 12.75m0-9.5v9.5c0 .7.55 1.25 1.25 1.25H13",
  folder:
    "M2 4.25C2 3.55 2.55 3 3.25 3H6l1.5 1.75h5.25c.7 0 1.25.55 1.25 1.25v5.75c0 .7-.55 1.25-1.25 1.25h-9.5C2.55 13 2 12.45 2 11.75z",
  page: "M4.25 2h4.5L12.5 5.75v7c0 .7-.55 1.25-1.25 1.25h-7C3.55 14 3 13.45 3 12.75v-9.5C3 2.55 3.55 2 4.25 2m4.25 0v4h4",
  code: "m5.5 4.5-3.5 3.5 3.5 3.5m5-7 3.5 3.5-3.5 3.5",
  external: "M6.5 3.5h-3v9h9v-3m-3-7h4v4m0-4-6 6",
  chevron: "m6 4 4 4-4 4",
  down: "m4 6 4 4 4-4",
  back: "M13 8H3m4-4L3 8l4 4",
  plus: "M8 3v10M3 8h10",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  sidebar:
    "M2.25 3.75c0-.55.45-1 1-1h9.5c.55 0 1 .45 1 1v8.5c0 .55-.45 1-1 1h-9.5c-.55 0-1-.45-1-1zm4-1v10.5",
  close: "m4 4 8 8m0-8-8 8",
  change:
    "M4.5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3m0 0v5m0 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3m7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3m0 0V6c0-1.1-.9-2-2-2h-2m0 0 1.75-1.75M7.5 4l1.75 1.75",
  globe:
    "M8 2.25a5.75 5.75 0 1 0 0 11.5 5.75 5.75 0 0 0 0-11.5M2.25 8h11.5M8 2.25c1.6 1.6 2.4 3.5 2.4 5.75S9.6 12.15 8 13.75M8 2.25C6.4 3.85 5.6 5.75 5.6 8s.8 4.15 2.4 5.75",
  person:
    "M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8m-5.25 5.75c.5-2.4 2.6-3.5 5.25-3.5s4.75 1.1 5.25 3.5",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zm0 0a5.5 5.5 0 0 1 0 11",
  leave: "M6.5 13.25h-3c-.55 0-1-.45-1-1v-8.5c0-.55.45-1 1-1h3M6 8h7.5m-3-3 3 3-3 3",
  lost: "M7 2.75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5m3.25 7.5 3.25 3.25M5.5 5.5l3 3m0-3-3 3",
  fault: "M8 2.5 14 13H2zm0 4v3m0 1.8v.1",
  reload: "M13 3v3.25H9.75M12.8 6.25A5.25 5.25 0 1 0 13.2 9",
  hidden: "M2.5 8S4.5 4.25 8 4.25 13.5 8 13.5 8 11.5 11.75 8 11.75 2.5 8 2.5 8m.5 5 10-10",
} as const;

export type LineIconName = keyof typeof DRAWINGS;

/** One of them, hidden from assistive technology: words beside it say the same. */
export function Icon({ name }: { readonly name: LineIconName }) {
  return (
    <svg className={`line-icon line-icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
