/** How much room a diagram of Mermaid takes, before it is drawn. */

/** Kinds of Mermaid that come out wider than high: a browser that draws one keeps its place free beforehand. */
const WIDE =
  /^\s*(?:gantt|gitGraph|journey|timeline|packet|sankey|block|kanban|zenuml|(?:flowchart|graph)\s+(?:LR|RL))|^\s*direction (?:LR|RL)/m;

/** Whether a diagram of Mermaid will be wider than high, by its source. */
export function isWideDiagram(text: string): boolean {
  return WIDE.test(text);
}
