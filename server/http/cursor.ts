import type { Secrets } from "../ports/secrets.ts";
import { invalidField } from "./errors.ts";

type Keys = readonly (string | number | null)[];

/**
 * List cursors: the sort keys of the last row, authenticated and bound to the operation, its filters and the user, so
 * that a cursor means the same place or nothing. Not bound to the token or the limit: both may change between pages.
 */
export function openCursors(secrets: Secrets) {
  const mac = (binding: string, keys: string) => secrets.sign("cursor", `${binding}\n${keys}`);
  return {
    write(binding: string, keys: Keys): string {
      const text = JSON.stringify(keys);
      return `${Buffer.from(text).toString("base64url")}.${mac(binding, text)}`;
    },
    /** @throws 400 naming `page` when it is not a cursor of this list. */
    read(binding: string, cursor: string): Keys {
      const dot = cursor.indexOf(".");
      const text = dot > 0 ? Buffer.from(cursor.slice(0, dot), "base64url").toString() : "";
      if (!secrets.verify("cursor", `${binding}\n${text}`, cursor.slice(dot + 1))) {
        throw invalidField("/page", "not a page of this list; start again without it.");
      }
      return JSON.parse(text) as Keys;
    },
  };
}

export type Cursors = ReturnType<typeof openCursors>;
