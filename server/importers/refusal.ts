/** Why a whole source is refused; `kind` is stable, the message says what to do. */
type ImportRefusalKind = "not-found" | "not-a-zip" | "unsafe-archive" | "too-large" | "damaged";

/** Thrown when nothing of a source may be used. A single bad file is reported instead. */
export class ImportRefused extends Error {
  readonly kind: ImportRefusalKind;
  /** What to do about it, where that is no matter of course; the message ends with it. */
  readonly remedy: string | undefined;

  constructor(kind: ImportRefusalKind, message: string, remedy?: string) {
    super(remedy === undefined ? message : `${message} ${remedy}`);
    this.name = "ImportRefused";
    this.kind = kind;
    this.remedy = remedy;
  }
}
