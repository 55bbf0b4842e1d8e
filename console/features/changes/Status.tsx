import type { ChangeRequest } from "../../../sdk/src/index.ts";
import { reviewWords as words } from "../../words/review.ts";

/** How a change request stands: by a word, and by a colour. */
export function Status({ of }: { readonly of: ChangeRequest["status"] }) {
  return (
    <span className="state" data-state={of}>
      {words.statuses[of]}
    </span>
  );
}
