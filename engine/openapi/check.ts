/** Whether a value describes an API at all. What is only imperfect is taken as it is. */
import { type Fields, fieldsAt, isFields, own } from "./value.ts";

/** One thing that is wrong, with the place of it. */
export interface DescriptionProblem {
  readonly message: string;
  readonly path?: readonly string[];
}

/** The generation of a document, or what keeps it from being one. */
type GenerationOrProblem =
  | { readonly version: "2.0" | "3.0" | "3.1" | "3.2"; readonly document: Fields }
  | { readonly problem: DescriptionProblem };

/** Checks the first file of a description. */
export function checkDocument(value: unknown): GenerationOrProblem {
  const wrong = (message: string, ...path: string[]): GenerationOrProblem => ({ problem: { message, path } });
  if (!isFields(value)) return wrong("This is no OpenAPI document: it has to be an object.");
  const swagger = own(value, "swagger");
  const openapi = own(value, "openapi");
  const version =
    String(swagger) === "2.0" || swagger === 2 ? "2.0" : /^3\.([012])(?:\.|$)/.exec(String(openapi))?.[0];
  if (version === undefined) {
    const said = openapi ?? swagger;
    return said === undefined
      ? wrong('This is no OpenAPI document: it has no field "openapi" or "swagger".')
      : wrong(
          `Its version, ${String(said).slice(0, 20)}, isn't known. Swagger 2.0 and OpenAPI 3.0 to 3.2 are.`,
          swagger === undefined ? "openapi" : "swagger",
        );
  }
  for (const key of ["info", "paths", "components", "webhooks", "definitions"]) {
    const part = own(value, key);
    if (part !== undefined && part !== null && !isFields(part))
      return wrong(`${key} has to be an object.`, key);
  }
  if (!["paths", "webhooks", "x-webhooks", "components"].some((key) => own(value, key) !== undefined))
    return wrong("It describes nothing: it has no paths, webhooks or components.");
  if (Object.keys(fieldsAt(value, "paths")).some((path) => path.length > 2048))
    return wrong("A path has at most 2048 characters.", "paths");
  return { version: version.replace(/\.$/, "") as "3.0", document: value };
}
