import { clientSources, type OpenApiDocument } from "../sdk/generate/sources.ts";
import { EVENT_TYPES } from "./access/events.ts";
import { operations } from "./app.ts";
import { describe } from "./http/openapi.ts";

/** The generated files of the client library, by their names: of the document of all operations, and of the events. */
export function clientLibrary(): Readonly<Record<string, string>> {
  const document = describe(operations, { version: "", server: "https://lectern.example.com" });
  return clientSources(document as unknown as OpenApiDocument, EVENT_TYPES);
}
