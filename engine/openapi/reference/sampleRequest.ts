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

/** Who asks, as a sample says it: with a word in the place of what nobody but the reader knows. */
export interface SampleScheme {
  readonly kind: "bearer" | "basic" | "header" | "query" | "cookie" | "other";
  /** Of the header, the parameter or the cookie. */
  readonly name: string;
  /** What the value begins with, as "Bearer". */
  readonly prefix: string;
  readonly placeholder: string;
}

/** Adds to a request's headers, or to its query, who asks. */
export function identify(scheme: SampleScheme, headers: [string, string][], query: string[]): void {
  const value = scheme.prefix === "" ? scheme.placeholder : `${scheme.prefix} ${scheme.placeholder}`;
  if (scheme.kind === "bearer" || scheme.kind === "header") headers.push([scheme.name, value]);
  if (scheme.kind === "query")
    query.push(
      `${encodeURIComponent(scheme.name.toWellFormed())}=${encodeURIComponent(scheme.placeholder.toWellFormed())}`,
    );
  if (scheme.kind === "cookie") headers.push(["Cookie", `${scheme.name}=${scheme.placeholder}`]);
}
