/** Whether a site is published, in a word. */
import type { Site } from "../../../sdk/src/index.ts";
import { words } from "../../words.ts";

export function SiteState({ of }: { readonly of: Site }) {
  return (
    <span className="state" data-state={of.published ? "open" : "draft"}>
      {of.published ? words.published : words.notPublished}
    </span>
  );
}
