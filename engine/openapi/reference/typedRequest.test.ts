import { expect, test } from "vitest";
import { type TryPlan, typedRequest } from "./tryIt.ts";

const PLAN: TryPlan = {
  method: "POST",
  path: "/pets/{petId}",
  servers: ["https://api.example.com/v1", "https://eu.example.com"],
  inputs: [
    { name: "petId", in: "path", kind: "text", isRequired: true, isExploded: false },
    { name: "tag", in: "query", kind: "list", isRequired: true, isExploded: true, sample: "small\ngood" },
    { name: "limit", in: "query", kind: "text", isRequired: false, isExploded: false },
    { name: "X-Trace", in: "header", kind: "text", isRequired: false, isExploded: false },
  ],
  ways: [[{ kind: "bearer", name: "Authorization", prefix: "Bearer", placeholder: "YOUR_TOKEN" }], []],
  media: [
    { type: "application/json", kind: "text", fields: [] },
    {
      type: "multipart/form-data",
      kind: "multipart",
      fields: [
        { name: "photo", isRequired: true, kind: "file" },
        { name: "about", isRequired: false, kind: "text" },
      ],
    },
  ],
};

function typed(values: Readonly<Record<string, string>>) {
  const fields = new FormData();
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  return typedRequest(PLAN, fields);
}

test("what is not filled in is as samples had it", () => {
  expect(typed({})).toEqual({
    method: "POST",
    url: "https://api.example.com/v1/pets/{petId}?tag=small&tag=good",
    headers: [["Authorization", "Bearer YOUR_TOKEN"]],
    isBasic: false,
  });
});

test("what is filled in goes into the address, the headers and the body; a secret never does", () => {
  const request = typed({
    server: "1",
    "path.petId": "a/b",
    "query.tag": "x y\nz",
    "query.limit": "10",
    "header.X-Trace": "on",
    "auth.0.0": "s3cret",
    "body.0": '{"name":"Rex"}',
  });
  expect(request).toEqual({
    method: "POST",
    url: "https://eu.example.com/pets/a%2Fb?tag=x%20y&tag=z&limit=10",
    headers: [
      ["X-Trace", "on"],
      ["Authorization", "Bearer YOUR_TOKEN"],
      ["Content-Type", "application/json"],
    ],
    isBasic: false,
    body: { kind: "json", value: { name: "Rex" } },
  });
  expect(JSON.stringify(request)).not.toContain("s3cret");
});

test("another way of saying who asks, and another kind of body, are those that are chosen", () => {
  expect(typed({ way: "1", media: "1", "body.1.about": "Red" })).toMatchObject({
    headers: [],
    body: {
      kind: "multipart",
      fields: [
        { name: "photo", value: "(file)", isFile: true },
        { name: "about", value: "Red", isFile: false },
      ],
    },
  });
});

test("half of a value changes nothing yet", () => {
  expect(typed({ "body.0": '{"name":' })).toBeUndefined();
});
