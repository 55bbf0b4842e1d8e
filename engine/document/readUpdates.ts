/** Blocks that tell what is new, and prompts for other programs. */
import type { Flow } from "./print.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { NodeReading } from "./reading.ts";
import { tag } from "./tags.ts";
import { MIDNIGHT } from "./writeBlocks.ts";

/** Whether the text is to leave a field out, as whoever wrote the node says. */
function isUnsaid(node: JsonRecord, name: string): boolean {
  const names = own(node, "unsaid");
  return Array.isArray(names) && names.includes(name);
}

/** What the text has for what the format has fewer words for. */
function said(node: JsonRecord): string | undefined {
  const text = own(node, "said");
  return typeof text === "string" && !/[\r\n]/.test(text) ? text : undefined;
}

export function readUpdates(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const format = said(node) ?? reader.line(reader.data(node, path), "format", `${path}/data`);
  const open = tag("updates", { format: isUnsaid(node, "format") ? undefined : format });
  return reading.tagged(path, open, "updates", reading.blocks(node, path));
}

export function readUpdate(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const date = said(node) ?? reader.line(data, "date", `${path}/data`) ?? "";
  const list = own(data, "tags");
  const tags = (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const name: unknown = typeof one === "object" && one !== null ? own(one as JsonRecord, "tag") : undefined;
    return typeof name === "string" ? [name] : [];
  });
  const open = tag("update", {
    date: date.endsWith(MIDNIGHT) ? date.slice(0, -MIDNIGHT.length) : date,
    tags: tags.length === 0 ? undefined : tags.join(","),
  });
  return reading.tagged(path, open, "update", reading.blocks(node, path));
}

const EXPANDED = ["hidden", "partial", "full"] as const;

export function readPrompt(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const at = `${path}/data`;
  const data = reader.data(node, path);
  const providers = reader.flag(data, "openInAIProviders", at);
  const expanded = reader.oneOf(data, "defaultExpanded", at, EXPANDED);
  const description = reader.line(data, "description", at);
  const open = tag("prompt", {
    description: isUnsaid(node, "description") ? undefined : description,
    icon: reader.line(data, "icon", at),
    openInAIProviders: providers === undefined ? undefined : (said(node) ?? String(providers)),
    defaultExpanded: expanded === undefined ? undefined : expanded !== "hidden",
  });
  return reading.tagged(path, open, "prompt", reading.blocks(node, path));
}
