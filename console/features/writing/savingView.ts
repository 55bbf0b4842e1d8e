/** How the saving of a page stands, as the screen shows it. */
import type { EditedFields, FieldName, SomeFields } from "./fields.ts";

/** How it stands, in the order of what matters more. */
export type SavingState =
  | { readonly name: "saved" | "saving" | "conflict" }
  /** All is stored but for blocks that can't be written as Markdown. */
  | { readonly name: "unsaid" }
  | { readonly name: "signed-out" | "refused"; readonly error: Error }
  /** `again` is when it is tried again, in milliseconds since 1970. */
  | { readonly name: "offline" | "waiting"; readonly error: Error; readonly again: number };

/** What the screen shows of it. */
export interface SavingView {
  readonly state: SavingState;
  readonly fields: EditedFields;
  /** Fields that somebody else changed too, with what they made of them. */
  readonly disputed: SomeFields;
  /** Fields that were refused, with the reason. */
  readonly faults: Partial<Readonly<Record<FieldName, string>>>;
  /** Whether the browser could keep what was typed. */
  readonly isKept: boolean;
}
