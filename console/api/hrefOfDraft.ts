/** Where a text that is kept by the browser is written on. */
import { addressOf } from "../routes.ts";
import type { TextDraft } from "./drafts.ts";

export function hrefOfDraft({ space, change, of, id, proposal }: TextDraft): string {
  if (of === "reusable") return addressOf("reusable", { space, reusable: id });
  const page = id;
  if (change !== "") return `${addressOf("changedPage", { space, number: change, page })}?edit`;
  return `${addressOf("page", { space, page })}?edit${proposal === null ? "" : "=proposal"}`;
}
