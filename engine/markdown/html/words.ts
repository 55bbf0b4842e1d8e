/** The words that the renderer itself adds to a page. */
export interface RendererWords {
  readonly anchor: string;
  readonly copy: string;
  readonly copied: string;
  /** `{count}` is the number of lines. */
  readonly showLines: string;
  readonly info: string;
  readonly success: string;
  readonly tip: string;
  readonly important: string;
  readonly warning: string;
  readonly danger: string;
  readonly tabs: string;
  /** `{number}` counts the tables of the page. */
  readonly table: string;
  /** Stands over the source of a diagram that is not drawn. */
  readonly diagram: string;
  readonly drawing: string;
  readonly footnotes: string;
  /** `{number}` is the footnote's. */
  readonly footnote: string;
  readonly backTo: string;
  readonly broken: string;
  readonly download: string;
  readonly embedFrom: string;
  readonly prompt: string;
  readonly schemas: string;
  readonly specification: string;
  readonly integration: string;
  /** In the place of what this reader is not shown; the same whether or not it is there. */
  readonly unavailable: string;
}

export const ENGLISH: RendererWords = {
  anchor: "Link to this section",
  copy: "Copy",
  copied: "Copied",
  showLines: "Show all {count} lines",
  info: "Note",
  success: "Success",
  tip: "Tip",
  important: "Important",
  warning: "Warning",
  danger: "Danger",
  tabs: "Alternatives",
  table: "Table {number}",
  diagram: "Diagram (source)",
  drawing: "Diagram",
  footnotes: "Footnotes",
  footnote: "Footnote {number}",
  backTo: "Back to reference {number}",
  broken: "This target does not exist",
  download: "Download",
  embedFrom: "Embedded from {name}",
  prompt: "Prompt",
  schemas: "Schemas",
  specification: "API specification",
  integration: "Integration",
  unavailable: "This content is not available.",
};

/** Puts values into the `{places}` of a word. */
export function fill(word: string, values: Readonly<Record<string, string | number>>): string {
  return word.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
