/** A request with everything that it needs. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The user and the password of basic authentication. */
  readonly isBasic: boolean;
  readonly body?:
    | { readonly kind: "json"; readonly value: unknown }
    | { readonly kind: "form" | "multipart"; readonly fields: readonly FormField[] }
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "file" };
}

export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** A request in one language. */
export interface CodeView {
  readonly title: string;
  /** As blocks of code name it. */
  readonly lang: string;
  readonly text: string;
  /** It was written by us: what is to be coloured of it is known. */
  readonly isMade?: true;
}
