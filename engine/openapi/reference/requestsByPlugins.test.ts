import { expect, test } from "vitest";
import { requestsByPlugins } from "./requestsByPlugins.ts";
import type { SampleRequest } from "./sampleRequest.ts";

const REQUEST: SampleRequest = {
  method: "POST",
  url: "https://api.example.com/v1/pets/{petId}?limit=10",
  headers: [
    ["Authorization", "Bearer YOUR_TOKEN"],
    ["Content-Type", "application/json"],
  ],
  isBasic: false,
  body: { kind: "json", value: { name: 'Rex "the #{dog}"', tags: ["a"], owner: null } },
};

function written(request: SampleRequest): Record<string, string> {
  return Object.fromEntries(requestsByPlugins(request).map(({ title, text }) => [title, text]));
}

test("PHP, Ruby, Java and C# send the address, the headers and the body", () => {
  const all = written(REQUEST);
  expect(Object.keys(all)).toEqual(["PHP", "Ruby", "Java", "C#"]);
  expect(all["PHP"]).toContain(
    "$client->request('POST', 'https://api.example.com/v1/pets/{petId}?limit=10', [",
  );
  expect(all["PHP"]).toContain("'owner' => null");
  expect(all["Ruby"]).toContain("Net::HTTP::Post.new(url)");
  expect(all["Ruby"]).toContain(`request["Authorization"] = 'Bearer YOUR_TOKEN'`);
  expect(all["Java"]).toContain('.header("Authorization", "Bearer YOUR_TOKEN")');
  expect(all["Java"]).toContain(String.raw`\"owner\": null`);
  expect(all["C#"]).toContain('new AuthenticationHeaderValue("Bearer", "YOUR_TOKEN")');
  expect(all["C#"]).toContain(String.raw`"name": "Rex \"the`);
});

test("Ruby takes nothing in a body for code", () => {
  const ruby = written(REQUEST)["Ruby"];
  expect(ruby).not.toContain("#{");
  expect(ruby).toContain(String.raw`\\u0023{dog}`);
});

test("a form goes whole and escaped in each of them", () => {
  const fields = [{ name: "a b", value: 'c&d "x"', isFile: false }];
  const headers: SampleRequest["headers"] = [["Content-Type", "application/x-www-form-urlencoded"]];
  const all = written({ ...REQUEST, headers, isBasic: true, body: { kind: "form", fields } });
  for (const title of ["Ruby", "Java", "C#"]) expect(all[title]).toContain("a+b=c%26d+%22x%22");
  expect(all["PHP"]).toContain(`'a b' => 'c&d "x"'`);
  for (const text of Object.values(all)) expect(text).toContain("BASE64(USER:PASSWORD)");
});

test("files and forms in parts are left to the languages that we write ourselves", () => {
  expect(requestsByPlugins({ ...REQUEST, body: { kind: "file" } })).toEqual([]);
  expect(requestsByPlugins({ ...REQUEST, body: { kind: "multipart", fields: [] } })).toEqual([]);
});
