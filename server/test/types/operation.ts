/** What must not compile: `npm run types` fails where one of these lines has no error. Nothing here is run. */
import { Type } from "typebox";
import { type Loaded, holding, op } from "../../http/operation.ts";

const load = async (): Promise<Loaded<"edit">> => ({ rights: { view: true, edit: true } });
const access = holding("The thing", load, "edit");
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
