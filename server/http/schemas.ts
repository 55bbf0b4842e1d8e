/**
 * Schemas of routes, compiled when the first request needs them: compiling those of all operations took most of the
 * start, and an installation uses a part of them. `server/test/schemas.test.ts` compiles them all.
 */
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyInstance } from "fastify";
import { IsOptional, type TSchema } from "typebox";
import { Beside } from "../memory/beside.ts";
import { compileInput, type InputPart, inputRefused } from "./input.ts";

type Serialize = (value: unknown) => string;

/** Names in what is compiled are not made fewer, which takes longer than all else and spares the machine nothing. */
const buildSerializer = SerializerSelector()(undefined, { ajv: { code: { optimize: false } } });
/** Of the process, since schemas are constants of it: a second server of the same operations compiles nothing again. */
const serializers = new Beside<Serialize>();

/** Lets a server check requests and write answers by the schemas of its routes. */
export function useSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const part = (httpPart ?? "body") as InputPart;
    const mayLack = part === "body" && IsOptional(schema as TSchema);
    let validate: ReturnType<typeof compileInput> | undefined;
    return (value) => {
      if (mayLack && (value === undefined || value === null)) return { value };
      validate ??= compileInput(part, schema as object);
      return validate(value) ? { value } : { error: inputRefused(part, validate.errors ?? []) as never };
    };
  });
  app.setSerializerCompiler(({ schema }) => {
    let serialize: Serialize | undefined;
    return (value) => (serialize ??= compileAnswer(schema as object))(value);
  });
}

/** Compiles what writes an answer of this schema as JSON. @throws when no JSON can be written by it */
export function compileAnswer(schema: object): Serialize {
  return serializers.make(schema, () => buildSerializer({ method: "", url: "", httpStatus: "", schema }));
}
