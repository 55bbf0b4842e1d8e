import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid } from "../http/errors.ts";
import { refuseUnstorable } from "../http/input.ts";

/** The fields of a form that was sent; each at most once. */
export class Form {
  readonly #fields: ReadonlyMap<string, string>;

  constructor(fields: ReadonlyMap<string, string>) {
    this.#fields = fields;
  }

  /** A field's text without space around it; empty when it was not sent. @throws 400 when it is longer than `most` */
  text(name: string, most: number): string {
    return this.secret(name, most).trim();
  }

  /** A field's text as it was typed. @throws 400 when it is longer than `most` */
  secret(name: string, most: number): string {
    const value = this.#fields.get(name) ?? "";
    if ([...value].length > most) throw invalid(`The field "${name}" takes at most ${most} characters.`);
    return value;
  }
}

const LARGEST_FORM = 64 * 1024;

/** Has the routes of a scope take urlencoded forms. @param bodyLimit bytes */
export function takeForms(scope: FastifyInstance, bodyLimit = LARGEST_FORM): void {
  scope.addContentTypeParser(
    /^application\/x-www-form-urlencoded(?:\s*;|$)/i,
    { parseAs: "buffer", bodyLimit },
    async (_request: FastifyRequest, body: Buffer) => readForm(body),
  );
}

/** Reads an urlencoded body. @throws 400 for what is none, for a field that is sent twice, and for broken characters */
function readForm(body: Buffer): Form {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body.toString("utf8"))) {
    if (fields.has(name)) throw invalid("The form has a field twice; open the page again.");
    refuseUnstorable(value, { texts: true });
    fields.set(name, value);
  }
  return new Form(fields);
}
