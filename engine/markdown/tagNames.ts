/** Which `{% %}` tags there are, and whether an end tag belongs to them. */

export type Closing = "required" | "optional" | "never";

const closings: ReadonlyMap<string, Closing> = new Map<string, Closing>([
  ["hint", "required"],
  ["tabs", "required"],
  ["tab", "required"],
  ["stepper", "required"],
  ["step", "required"],
  ["columns", "required"],
  ["column", "required"],
  ["code", "required"],
  ["updates", "required"],
  ["update", "required"],
  ["prompt", "required"],
  ["if", "required"],
  ["content-ref", "optional"],
  ["page-ref", "optional"],
  ["embed", "optional"],
  ["file", "optional"],
  ["openapi", "optional"],
  ["swagger", "optional"],
  ["openapi-operation", "optional"],
  ["openapi-schemas", "optional"],
  ["openapi-webhook", "optional"],
  ["include", "never"],
  ["<details>", "required"],
]);

/** How the tag of this name closes; undefined when no such tag exists. */
export function closingOf(name: string): Closing | undefined {
  return name.startsWith("@") ? "optional" : closings.get(name);
}

/** Whether a tag of this name, opening or closing, belongs to the dialect. */
export function isKnown(name: string): boolean {
  if (closingOf(name) !== undefined) return true;
  return name.startsWith("end") && closingOf(name.slice(3)) !== undefined;
}
