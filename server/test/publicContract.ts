/** The OpenAPI document of the public API whose clients must keep working. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface ContractSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly [key: string]: unknown;
}
interface ContractDocument {
  readonly paths: Record<
    string,
    Record<string, { responses?: Record<string, { content?: Record<string, { schema?: object }> }> }>
  >;
  readonly components: { readonly schemas: Record<string, ContractSchema> };
}

/**
 * By hand the tests can be held against another version of it, such as 0.202.0, by `LECTERN_CONTRACT` and the path of its
 * openapi.json: then what they report is what clients of that version can't read.
 */
const another = process.env["LECTERN_CONTRACT"];

export const contract = (
  another === undefined
    ? createRequire(import.meta.url)("@gitbook/api/spec/openapi.json")
    : JSON.parse(readFileSync(another, "utf8"))
) as ContractDocument;

/** That of a later version, which clients of today were made from. Read where it is asked for: most tests need one alone. */
export const laterContract = (): ContractDocument =>
  createRequire(import.meta.url)("@gitbook/api-later/spec/openapi.json") as ContractDocument;
