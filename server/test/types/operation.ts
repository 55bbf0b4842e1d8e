/** What must not compile: `npm run types` fails where one of these lines has no error. Nothing here is run. */
import { Readable } from "node:stream";
import { Type } from "typebox";
import {
  created,
  empty,
  type LoadedThing,
  holding,
  keptBytes,
  ok,
  op,
  streamed,
  type VersionedThing,
} from "../../http/operation.ts";

const load = async (): Promise<LoadedThing<"edit">> => ({ rights: { view: true, edit: true } });
const access = holding("The thing", load, "edit");
const bytes = async () => Buffer.from("");
const common = {
  method: "GET",
  url: "/things",
  operationId: "getThing",
  tag: "Things",
  summary: "Get",
} as const;
const answers = { 200: Type.Object({ title: Type.String() }) };
const handler = () => ({ status: 200, body: { title: "a" } }) as const;

op({ ...common, call: "things.get", scopes: [], access, answers, handler });

// @ts-expect-error: no right of the thing
holding("The thing", load, "edti");

// @ts-expect-error: who opens it to narrowed tokens isn't said
op({ ...common, call: "things.get", access, answers, handler });

// @ts-expect-error: no scope that there is
op({ ...common, call: "things.get", scopes: ["things:read"], access, answers, handler });

// @ts-expect-error: it has no name in client libraries
op({ ...common, scopes: [], access, answers, handler });

// @ts-expect-error: a name is a resource and a verb
op({ ...common, call: "getThing", scopes: [], access, answers, handler });

// @ts-expect-error: nobody says who may
op({ ...common, call: "things.get", scopes: [], answers, handler });

const whole = { ...common, call: "things.get", scopes: [], access } as const;

op({ ...whole, answers, handler: async () => ok({ title: "a", more: 1 }) });

op({
  ...whole,
  answers,
  // @ts-expect-error: the schema has no such status
  handler: () => created({ title: "a", urls: { location: "/" } }),
});

op({
  ...whole,
  answers,
  // @ts-expect-error: the body lacks its title
  handler: () => ok({ name: "a" }),
});

op({
  ...whole,
  answers,
  // @ts-expect-error: the body has a title of another type
  handler: () => ok({ title: 1 }),
});

op({
  ...whole,
  answers,
  // @ts-expect-error: what it declares has a body
  handler: () => empty(204),
});

op({ ...whole, answers: { 204: null }, handler: () => empty(204) });

op({
  ...whole,
  answers: { 204: null },
  // @ts-expect-error: what it declares has no body
  handler: () => ({ status: 204, body: { title: "a" } }) as const,
});

op({ ...whole, answers, handler: () => keptBytes({ schema: answers[200], key: "a", bytes }) });

op({
  ...whole,
  answers,
  // @ts-expect-error: bytes of another schema
  handler: () => keptBytes({ schema: Type.Object({ name: Type.String() }), key: "a", bytes }),
});

op({
  ...whole,
  answers,
  // @ts-expect-error: it declares JSON, not a file
  handler: () => streamed({ type: "application/zip", filename: "a.zip", content: new Readable() }),
});

op({
  ...whole,
  answers,
  handler: ({ change }) =>
    // @ts-expect-error: nor does a change answer what isn't declared
    change(async () => ({ status: 200, row: {} }) as const),
});

const update = { ...common, method: "PATCH", call: "things.update", scopes: [], answers, handler } as const;

// @ts-expect-error: an update of a thing without a version has nothing to compare If-Match with
op({ ...update, access });

op({ ...update, access, ifMatch: "nothing" });

const loadVersioned = async (): Promise<VersionedThing<"edit">> => ({ ...(await load()), version: 1 });
op({ ...update, access: holding("The thing", loadVersioned, "edit") });

// @ts-expect-error: a thing that updates find has to say at which version it is
const unversioned = async (): Promise<VersionedThing<"edit">> => load();
void unversioned;
