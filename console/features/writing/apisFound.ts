/** Descriptions of APIs of an organization, what they describe, and blocks of integrations, by their names. */
import {
  getLatestOpenAPISpecVersionContent,
  listOpenAPISpecs,
  listSpaceIntegrationsBlocks,
} from "../../../sdk/src/index.ts";
import { allOf, PART } from "../../api/wholeList.ts";
import { client } from "../../api/client.ts";
import type { OfferedLink } from "../../editor/menu.ts";

const METHODS = new Set(["get", "post", "put", "patch", "delete", "head", "options", "trace"]);

type JsonRecord = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): JsonRecord =>
  typeof value === "object" && value !== null ? (value as JsonRecord) : {};

/** Descriptions as they were read last, which is once a page for each. */
const known = new Map<string, Promise<JsonRecord>>();

function described(organization: string, specification: string): Promise<JsonRecord> {
  const key = `${organization} ${specification}`;
  const reading =
    known.get(key) ??
    getLatestOpenAPISpecVersionContent(client, organization, specification).then(({ filesystem }) =>
      recordOf(filesystem.find(({ isEntrypoint }) => isEntrypoint)?.specification),
    );
  known.set(key, reading);
  reading.catch(() => known.delete(key));
  return reading;
}

/** The operations of a description, by how they are written in a block. */
function operationsOf(description: JsonRecord): OfferedLink[] {
  return Object.entries(recordOf(description["paths"])).flatMap(([path, item]) =>
    Object.entries(recordOf(item))
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => {
        const { summary } = recordOf(operation);
        const title = `${method.toUpperCase()} ${path}${typeof summary === "string" ? ` · ${summary}` : ""}`;
        return { title, url: `${method} ${path}` };
      }),
  );
}

const schemasOf = (description: JsonRecord): OfferedLink[] =>
  Object.keys(recordOf(recordOf(description["components"])["schemas"])).map((name) => ({
    title: name,
    url: name,
  }));

async function offered(
  { organization, space }: { readonly organization: string; readonly space: string },
  of: "specification" | "operation" | "schema" | "integration",
  within: string,
): Promise<readonly OfferedLink[]> {
  if (of === "specification") {
    const all = await allOf(listOpenAPISpecs(client, organization, { limit: PART }));
    return all.map(({ slug }) => ({ title: slug, url: slug }));
  }
  if (of === "integration") {
    const found = await listSpaceIntegrationsBlocks(client, space);
    return found.flatMap(({ name, blocks }) =>
      blocks.map((block) => {
        const { id, title } = recordOf(block);
        return { title: `${String(title)} · ${name}`, url: `${name}/${String(id)}` };
      }),
    );
  }
  if (within === "") return [];
  const description = await described(organization, within);
  return of === "operation" ? operationsOf(description) : schemasOf(description);
}

/** @param within the name of the description @param most how many are given */
export async function apisFound(
  place: { readonly organization: string; readonly space: string },
  of: "specification" | "operation" | "schema" | "integration",
  text: string,
  { within, most }: { readonly within: string; readonly most: number },
): Promise<readonly OfferedLink[]> {
  const asked = text.toLowerCase();
  const all = await offered(place, of, within);
  return all.filter(({ title, url }) => `${title} ${url}`.toLowerCase().includes(asked)).slice(0, most);
}
