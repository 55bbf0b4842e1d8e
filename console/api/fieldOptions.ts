/** Choices of fields that integrations have at an address of their own: the server has them asked. */
import { queryOptions } from "@tanstack/react-query";
import type { ContentKitContext } from "../../sdk/src/index.ts";
import { ask } from "./ask.ts";

export interface FieldOption {
  readonly id: string;
  readonly label: string;
}

/** A part of them. */
export interface FieldOptions {
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
  /** Where the context doesn't say whose it is. */
  readonly organization?: string;
}

/** Milliseconds for which choices are not asked for again. */
const SAME_MS = 60_000;

/**
 * One part of the choices.
 * @param address where it is: that of the field, or what the part before names as the next
 * @param find what the choices are to contain
 */
export const fieldOptions = (
  { integration, context }: FieldPlace,
  { address, find }: { readonly address: string; readonly find: string },
) =>
  queryOptions({
    queryKey: ["field-options", integration, context, address, find],
    staleTime: SAME_MS,
    retry: false,
    throwOnError: false,
    queryFn: () => read({ integration, context, address, find }),
    // While somebody types, what was found stands there; choices at another address are others.
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
