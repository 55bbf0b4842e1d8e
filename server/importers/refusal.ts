/** Why a whole source is refused; `kind` is stable, the message says what to do. */
type ImportRefusalKind = "not-found" | "not-a-zip" | "unsafe-archive" | "too-large" | "damaged";

/** Thrown when nothing of a source may be used. A single bad file is reported instead. */
export class ImportRefused extends Error {
  readonly kind: ImportRefusalKind;

  constructor(kind: ImportRefusalKind, message: string) {
    super(message);
    this.name = "ImportRefused";
    this.kind = kind;
  }
}
