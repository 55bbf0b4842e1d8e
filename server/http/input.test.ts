/** What is said of a value that doesn't fit: what it has to be, and no more than somebody reads. */
import { Type } from "typebox";
import { expect, test } from "vitest";
import { EVENT_TYPES } from "../access/events.ts";
import { byName } from "./byName.ts";
import { compileInput, inputRefused } from "./input.ts";
import { closed } from "./named.ts";
import { Timestamp } from "./shapes.ts";

const events = Type.Enum(Object.keys(EVENT_TYPES) as ["space_created"]);
const validate = compileInput(
  "body",
  closed({
    events: Type.Optional(Type.Array(events, { minItems: 1 })),
    event: Type.Optional(events),
    color: Type.Optional(Type.Enum(["red", "blue"])),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
    day: Type.Optional(Timestamp),
    mail: Type.Optional(Type.String({ format: "email" })),
    one: Type.Optional(Type.Array(Type.String(), { maxItems: 1 })),
    slug: Type.Optional(Type.String({ pattern: "^[a-z]+$", description: "Small letters. Unique." })),
    code: Type.Optional(Type.String({ pattern: "^[0-9]+$" })),
    secrets: Type.Optional(
      byName(
        Type.String(),
        { pattern: "^[A-Z]+$", maxLength: 9, description: "The name of a secret has capitals. Unique." },
        { maxProperties: 9 },
      ),
    ),
    document: Type.Optional(Type.Union([closed({ markdown: Type.String() }), Type.Null()])),
  }),
);

const COUNT = Object.keys(EVENT_TYPES).length;
const NONE = `is none of the ${COUNT} values that there are.`;
const NEAR = `${NONE} Is it "space_updated"? /openapi.json lists them.`;

test.each<[object, string[]]>([
  [{ color: "rde" }, ['/color must be one of "red", "blue".']],
  [{ event: "space_updatd" }, [`/event ${NEAR}`]],
  [{ events: ["space_updatd", "site_created", "spaceupdated"] }, [`/events/0 ${NEAR}`, `/events/2 ${NEAR}`]],
  [{ event: "nothing like it" }, [`/event ${NONE} /openapi.json lists them.`]],
  [{ event: 5 }, [`/event ${NONE} /openapi.json lists them.`]],
  [{ event: "x".repeat(1_000_000) }, [`/event ${NONE} /openapi.json lists them.`]],
  [{ events: [] }, ["/events must have at least 1 item."]],
  [{ one: ["a", "b"] }, ["/one must have at most 1 item."]],
  [{ label: "" }, ["/label must be at least 1 character long."]],
  [{ label: "abcd" }, ["/label must be at most 3 characters long."]],
  [{ day: "tomorrow" }, ['/day must be a time with its zone, such as "2026-11-24T09:30:00Z".']],
  [{ mail: "ada" }, ["/mail must be an e-mail address."]],
  [{ slug: "A!" }, ["/slug is not of the right form. Small letters."]],
  [{ code: "a" }, ["/code is not of the right form: it has to match ^[0-9]+$."]],
  [{ label: 5 }, ["/label must be a text."]],
  [{ one: {} }, ["/one must be a list."]],
  [{ document: 5 }, ["/document must be an object or null."]],
  [{ secrets: { a1: "b" } }, ["/secrets/a1 is not of the right form. The name of a secret has capitals."]],
  [{ markdown: "# A" }, ["/markdown is not a field of this operation; send it as document.markdown."]],
  [{ lable: "a" }, ['/lable is not a field of this operation; remove it, or write "label".']],
  // Nobody means what is there already, or what is nothing like it.
  [{ label: "a", labels: "b" }, ["/labels is not a field of this operation; remove it."]],
  [{ organization: "a" }, ["/organization is not a field of this operation; remove it."]],
  [{ ["l".repeat(100_000)]: 1 }, [`/${"l".repeat(100_000)} is not a field of this operation; remove it.`]],
])("case %# is told what it has to be", (body, told) => {
  expect(validate(body)).toBe(false);
  const { details } = inputRefused("body", validate.errors ?? []) as unknown as {
    details: { path: string; message: string }[];
  };
  expect(details.map(({ path, message }) => `${path} ${message}`)).toEqual(told);
});

test("of more unknown fields than are told, none is compared with those that there are", () => {
  expect(validate(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`label${at}`, 1])))).toBe(false);
  const { message } = inputRefused("body", validate.errors ?? []);
  expect(message).toBe("/label0: is not a field of this operation; remove it. (and 20 more)");
});

test("who sends another body than an object is told so in a sentence", () => {
  expect(validate([])).toBe(false);
  expect(inputRefused("body", validate.errors ?? []).message).toBe("The body must be an object.");
});

test("who sends no body is told what to send", () => {
  expect(validate(undefined)).toBe(false);
  const { message } = inputRefused("body", validate.errors ?? []);
  expect(message).toBe("The body is missing: send a JSON object, {} where nothing is to be said.");
});
