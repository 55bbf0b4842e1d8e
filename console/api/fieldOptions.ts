/** Choices of fields that integrations have at an address of their own: the server has them asked. */
import { queryOptions } from "@tanstack/react-query";
import type { ContentKitContext } from "../../sdk/src/index.ts";
import { ask } from "./ask.ts";

export interface FieldOption {
  readonly id: string;
  readonly label: string;
}

interface FieldOptions {
  readonly items: readonly FieldOption[];
  /** What is chosen, by its name. */
  readonly selected: readonly FieldOption[];
  /** Where more of them are. */
  readonly nextPage?: string;
}

/** Whose field it is, and where it stands. */
export interface FieldPlace {
  /** The integration's name. */
  readonly integration: string;
  readonly context: ContentKitContext;
}

/** Milliseconds for which choices are not asked for again. */
const SAME_MS = 60_000;

/**
 * @param find what the choices are to contain
 * @param parts how many parts of them are read, one after the other
 */
export const fieldOptions = (
  { integration, context }: FieldPlace,
  { address, find, parts }: { readonly address: string; readonly find: string; readonly parts: number },
) =>
  queryOptions({
    queryKey: ["field-options", integration, context, address, find, parts],
    staleTime: SAME_MS,
    retry: false,
    throwOnError: false,
    queryFn: async () => {
      const items: FieldOption[] = [];
      const selected: FieldOption[] = [];
      let next: string | undefined = address;
      for (let part = 0; part < parts && next !== undefined; part++) {
        const answer: FieldOptions = await read({ integration, context, address: next, find });
        items.push(...answer.items);
        selected.push(...answer.selected);
        next = answer.nextPage;
      }
      return { items, selected, hasMore: next !== undefined };
    },
    // While somebody types, what was found stands there; choices for another address are others.
    placeholderData: (found, query) => (query?.queryKey[3] === address ? found : undefined),
  });

async function read(body: object): Promise<FieldOptions> {
  const response = await ask("options", {
    method: "PUT",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const answer = (await response.json()) as FieldOptions & { readonly error?: { readonly message: string } };
  if (!response.ok) throw new Error(answer.error?.message);
  return answer;
}
