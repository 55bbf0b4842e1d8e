import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { Deps } from "../deps.ts";
import type { RunningChange } from "./change.ts";
import type { Identity } from "../access/identity.ts";
import type { Encoding } from "../ports/encodings.ts";
import type { Scope } from "../access/scopes.ts";
import type { Share } from "./perOrganization.ts";
import type { ListBody } from "./list.ts";
import type { ContentVersion, HeldVersion } from "./versioned.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * A thing an operation works on: with what the caller may do with it, computed by access/table (`view` decides between
 * 404 and 403), and its version where it can be changed. A held version is compared with `If-Match` by `call.change()`;
 * where it is a number, the command compares `call.expectedVersion`; of content, `call.expectedRevisions`.
 */
export interface LoadedThing<Verb extends string = never> {
  readonly rights: Readonly<Record<"view" | Verb, boolean>>;
  readonly version?: HeldVersion | ContentVersion | number | undefined;
}

/** A thing that can be changed where it stands: updates compare its version, undefined while it isn't there yet. */
export interface VersionedThing<Verb extends string = never> extends LoadedThing<Verb> {
  readonly version: HeldVersion | ContentVersion | number | undefined;
}

/** What may be done with a thing, by name. */
type VerbOf<Thing> = Thing extends { readonly rights: infer Rights } ? keyof Rights & string : never;

export interface LoadCall {
  readonly deps: Deps;
  readonly identity: Identity;
  readonly params: Readonly<Record<string, string>>;
}

/** How an operation is reached. Required on each: there is no default, and the app refuses to boot without it. */
export type Access<Thing> =
  | { readonly kind: "anyone" }
  | { readonly kind: "user" }
  | {
      readonly kind: "thing";
      /** Reads the thing that the path names, or undefined: then the answer is 404. */
      readonly load: (call: LoadCall) => Promise<Thing | undefined>;
      /** The right that it takes. */
      readonly verb: VerbOf<Thing>;
      /** The noun in the 404 sentence. */
      readonly noun: string;
    };

export interface Shapes {
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
}

type Part<S, K extends keyof Shapes> = S extends Record<K, infer T extends TSchema> ? Static<T> : undefined;

/** Where a list continues: the sort keys of the last row that was sent, newest cursor already checked. */
export interface Paging {
  readonly limit: number;
  readonly after: readonly (string | number | null)[] | undefined;
}

/** A file as it arrives. */
export interface UploadPart {
  readonly name: string;
  readonly contentType: string;
  readonly content: Readable;
}

export interface Call<Thing, S extends Shapes, A extends Answers = Answers> {
  readonly deps: Deps;
  readonly identity: Identity;
  /** The same where anyone is answered: undefined for who says nothing of themselves. */
  readonly caller: Identity | undefined;
  readonly thing: Thing;
  readonly params: Part<S, "params">;
  readonly query: Part<S, "query">;
  readonly body: Part<S, "body">;
  readonly paging: Paging;
  /** The version that `If-Match` names, for commands whose thing has no held version: they compare it inside their transaction. */
  readonly expectedVersion: number | undefined;
  /** The revisions that `If-Match` names, where content is written: its head has to be one of them. */
  readonly expectedRevisions: readonly string[] | undefined;
  /** The one file of a request to an operation that takes uploads; undefined for JSON, and for no body. */
  readonly upload: (() => Promise<UploadPart | undefined>) | undefined;
  /** `Prefer: respond-async`. */
  readonly wantsAsync: boolean;
  /** Aborted when the server stops, or nobody waits for the answer any more; its reason is the 503 to throw then. */
  readonly ending: () => AbortSignal;
  /**
   * One transaction with everything that belongs to a change: its effect, its audit row, its events and, under an
   * `Idempotency-Key`, its answer. Nothing but the database may be awaited inside.
   */
  readonly change: <R extends OutcomeOf<A>>(work: (change: RunningChange) => Promise<R>) => Promise<R>;
  /**
   * An answer that is made of nothing but some things that were read, and is kept while each of them is the very same:
   * rows and lists are, for as long as they are known or believed. It is neither made nor written again.
   */
  readonly again: <R extends OutcomeOf<A>>(of: readonly object[], make: () => Promise<R> | R) => Promise<R>;
}

/** By status, the schema of the body; `null`: there is none. */
type Answers = Readonly<Record<number, TSchema | null>>;

/** What is written as JSON by a schema. It may be read-only, and have fields that the schema doesn't: they aren't sent. */
export type PresentedShape<T extends TSchema> = Lasting<Static<T>>;

type Lasting<T> = 0 extends 1 & T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Lasting<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Lasting<T[K]> }
      : T;

/** Each of some rows as it is presented: of one row, one. */
export type EachAs<Rows extends readonly unknown[], T extends TSchema> = {
  readonly [K in keyof Rows]: PresentedShape<T>;
};

interface HeadedAnswer<Status extends number> {
  readonly status: Status;
  readonly headers?: Readonly<Record<string, string>>;
  /** The thing's version, for its ETag; of content the id of its revision. */
  readonly version?: number | string | undefined;
}

/** An answer with a body that its schema writes. */
export interface DeclaredAnswer<Status extends number, Body> extends HeadedAnswer<Status> {
  readonly body: Body;
  readonly repeats?: true;
}

type AnswerBy<Status extends number, Schema> = Schema extends TSchema
  ?
      | DeclaredAnswer<Status, PresentedShape<Schema>>
      | KeptAnswer<Schema>
      | (Static<Schema> extends string ? StreamedAnswer : never)
  : HeadedAnswer<Status> & { readonly body?: undefined };

/** What a handler may answer by the table of its operation. */
export type OutcomeOf<A extends Answers> = { [S in keyof A & number]: AnswerBy<S, A[S]> }[keyof A & number];

/** What a handler answers. Handlers never see the reply. */
export interface Outcome extends HeadedAnswer<number> {
  readonly body?: unknown;
  /** Bytes made before and kept under their hash: sent as they are. */
  readonly kept?: KeptRepresentation;
  /** A body that is serialised already: the kept answer of a repeated request. */
  readonly text?: string;
  /** A file that is sent while it is made. */
  readonly stream?: FileStream;
  /** The same object is answered again while nothing changes: what it is written as is kept with it. */
  readonly repeats?: true;
}

/** A file for saving: its bytes as they come, its type and the name it is saved under. */
export interface FileStream {
  readonly type: string;
  readonly filename: string;
  readonly content: Readable;
}

/** A file that is sent while it is made. */
interface StreamedAnswer extends HeadedAnswer<200> {
  readonly stream: FileStream;
}

/** A representation kept under a key made of hashes; its bytes are only asked for when they are sent. */
export interface KeptRepresentation<Schema extends TSchema = TSchema> {
  /** What the bytes are JSON of. */
  readonly schema: Schema;
  /** What the bytes depend on: the same key always means the same bytes, in each encoding. */
  readonly key: string;
  readonly bytes: (encoding: Encoding) => Promise<Buffer>;
  /** Of a page of a list that goes on (`body.nextKeys`): the same with the cursor of the next page. */
  readonly continued?: (page: string) => KeptRepresentation<Schema>;
}

/** Bytes that are sent as they are; of a list that goes on, with the sort keys of the last row. */
export interface KeptAnswer<Schema extends TSchema> extends HeadedAnswer<200> {
  readonly kept: KeptRepresentation<Schema>;
  readonly body?: Pick<ListBody, "nextKeys">;
}

export interface Operation {
  readonly method: Method;
  /** Below `/v1`, with `:name` parameters. */
  readonly url: string;
  readonly operationId: string;
  /**
   * Its name in client libraries: `resource.verb` or `resource.part.verb`. Unique, and kept once it is released, like the
   * operation id.
   */
  readonly call: `${string}.${string}`;
  readonly tag: string;
  readonly summary: string;
  /** What it promises, for the reader of /openapi.json. */
  readonly description?: string;
  /** What opens it to tokens that are narrowed, any one of these; with none it is closed to all of them. */
  readonly scopes: readonly Scope[];
  readonly access: Access<unknown>;
  readonly shapes: Shapes;
  readonly answers: Answers;
  /** Its answers say in their `ETag` at which version the thing is: the one that `If-Match` of a change takes. */
  readonly tagged?: true;
  /**
   * What `If-Match` is compared with where it isn't the thing that the path names: the content of that, or nothing, since
   * the thing counts no versions.
   */
  readonly ifMatch?: "content" | "nothing";
  /** A session does it shortly after its sign-in alone: always, or with such bodies (sensitive.ts). */
  readonly sensitive?: true | ((body: never) => boolean);
  /** Points against the rate limit: 1 for reads, 5 for writes unless said. */
  readonly points?: number;
  /**
   * Takes `Prefer: coalesce`: it is called again and again while somebody types. It costs a point then, and what it makes
   * takes the place of what the same caller made just before.
   */
  readonly coalesces?: true;
  /** Answers when all is done, which may take minutes, and not as a job: clients are told to wait for it. */
  readonly slow?: true;
  /** For what costs much: how many calls an organization may have under way at once. */
  readonly perOrganization?: Share;
  /** Largest body in bytes; 1 MiB unless said. */
  readonly bodyLimit?: number;
  /** The successor's operation id, when deprecated. */
  readonly deprecatedFor?: string;
  /** Reads a file, which the handler takes from `call.upload`: of `multipart/form-data`, or the body's own bytes. */
  readonly upload?: "form" | "bytes";
  /** What an update without fields answers, where nothing else at its address tells how the thing stands. */
  readonly unchanged?: (call: never) => Promise<Outcome> | Outcome;
  readonly handler: (call: never) => Promise<Outcome> | Outcome;
}

/** An operation without the chapter that it stands in, or with one of its own. */
export interface LooseOperation extends Omit<Operation, "tag"> {
  readonly tag?: string;
}

interface OperationInput<Thing, S extends Shapes, A extends Answers> extends Omit<
  LooseOperation,
  "access" | "answers" | "shapes" | "handler" | "sensitive" | "unchanged" | "perOrganization"
> {
  readonly access: Access<Thing>;
  readonly perOrganization?: Share<Thing>;
  readonly shapes?: S;
  readonly answers: A;
  readonly sensitive?: true | ((body: Part<S, "body">) => boolean);
  readonly unchanged?: (call: Call<Thing, S, A>) => Promise<OutcomeOf<A>> | OutcomeOf<A>;
  readonly handler: (call: Call<Thing, S, A>) => Promise<OutcomeOf<A>> | OutcomeOf<A>;
}

/** An update compares `If-Match`: with the version of its thing, or with what it names instead. */
type Comparable<M extends Method, Thing> = M extends "PATCH"
  ? Thing extends Pick<VersionedThing, "version">
    ? unknown
    : { readonly ifMatch: "content" | "nothing" }
  : unknown;

/**
 * Declares an operation. The types of its schemas and of its loaded thing reach the handler, which can answer what
 * `answers` declares and nothing else.
 */
export function op<
  Thing,
  const A extends Answers,
  const M extends Method,
  const S extends Shapes = Record<never, never>,
>(input: OperationInput<Thing, S, A> & { readonly method: M } & Comparable<M, Thing>): LooseOperation {
  const { method, operationId, shapes } = input;
  // What is left out stays, for all updates alike: one that leaves out everything is no mistake.
  if (
    method === "PATCH" &&
    (shapes?.body as { minProperties?: number } | undefined)?.minProperties !== undefined
  )
    throw new Error(`${operationId}: an update takes a body without fields, and changes nothing then.`);
  return { ...input, shapes: shapes ?? {} } as unknown as LooseOperation;
}

/** Operations under the tag by which readers of the reference find them, but for those that have one of their own. */
export function chapter(tag: string, operations: readonly LooseOperation[]): readonly Operation[] {
  return operations.map((operation) => ({ tag, ...operation }));
}

/** Answered without a token. */
export const anyone: Access<undefined> = { kind: "anyone" };

/** Any signed-in user; the handler scopes what it reads to them. */
export const anyUser: Access<undefined> = { kind: "user" };

/** Those who hold `verb` on what `load` finds. */
export function holding<Thing extends LoadedThing>(
  noun: string,
  load: (call: LoadCall) => Promise<Thing | undefined>,
  verb: VerbOf<Thing>,
): Access<Thing> {
  return { kind: "thing", load, verb, noun };
}

/** 200 with a representation; pass the version of a thing that can be changed. */
export function ok<Body>(body: Body, version?: number | string): DeclaredAnswer<200, Body> {
  return { status: 200, body, version };
}

/** 201 with the created thing and its address. */
export function created<Body extends { readonly urls: { readonly location: string } }>(
  body: Body,
  version?: number,
): DeclaredAnswer<201, Body> {
  return { status: 201, body, version, headers: { location: body.urls.location } };
}

/** 204 or 205, as the operation's table says. */
export function empty<Status extends 204 | 205>(status: Status): { readonly status: Status } {
  return { status };
}

/** 202 with the job that goes on. */
export function accepted<Body>(body: Body, location: string): DeclaredAnswer<202, Body> {
  return { status: 202, body, headers: { location } };
}

/** A file for saving, sent while it is made. */
export function streamed(stream: FileStream): StreamedAnswer {
  return { status: 200, stream };
}

/** Bytes kept under their hash. @param version of content: the id of its revision */
export function keptBytes<Schema extends TSchema>(
  kept: KeptRepresentation<Schema>,
  version?: string,
): KeptAnswer<Schema> {
  return { status: 200, kept, version };
}
