/** Why a change can't be made; a stable word for programs. */
type RefusalCode =
  | "page-unknown"
  | "page-exists"
  | "parent-unknown"
  | "parent-holds-no-pages"
  | "group-not-at-top"
  | "under-itself"
  | "too-deep"
  | "slug-invalid"
  | "slug-taken"
  | "title-too-long"
  | "no-body"
  | "file-unknown"
  | "file-invalid"
  | "variable-invalid"
  | "tag-invalid"
  | "reusable-unknown";

/** A change that was refused. The batch it was part of left nothing behind. */
export interface Refusal {
  readonly code: RefusalCode;
  /** One sentence for people. */
  readonly message: string;
  /** Which change of the batch, from zero. */
  readonly change: number;
  /** The address that is taken, for "slug-taken". */
  readonly path?: string;
}

/** Carries a refusal out of the depth of a batch; `applyChanges` turns it into a value. */
export class ChangeRefused extends Error {
  override readonly name = "ChangeRefused";
  readonly code: RefusalCode;
  readonly path: string | undefined;
  constructor(code: RefusalCode, message: string, path?: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}
