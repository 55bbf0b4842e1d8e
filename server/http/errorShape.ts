import { Type } from "typebox";
import { named } from "./named.ts";

const Problem = Type.Object({
  path: Type.String({ description: "A JSON pointer into the request." }),
  message: Type.String({ description: "What to do." }),
});

/** What every refusal and failure answers; `failures.ts` writes it. */
export const ErrorAnswer = named(
  "Error",
  Type.Object({
    error: Type.Object({
      code: Type.Integer({ description: "Repeats the status." }),
      message: Type.String({ description: "What happened and what to do." }),
      type: Type.String({ description: "A stable name to branch on." }),
      details: Type.Optional(Type.Array(Problem)),
      requestId: Type.String({ description: "The id of the request in the server's log." }),
    }),
  }),
);
