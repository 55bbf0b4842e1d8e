import { expect, test } from "vitest";
import { requestInGo } from "./requestInGo.ts";

const REQUEST = { method: "GET", url: "https://api.test/v1/user", headers: [], isBasic: false } as const;

test("a read imports what it uses and nothing else", () => {
  expect(requestInGo({ ...REQUEST, headers: [["Authorization", "Bearer YOUR_TOKEN"]] })).toBe(`package main

import (
	"fmt"
	"io"
	"net/http"
)

func main() {
	req, err := http.NewRequest("GET", "https://api.test/v1/user", nil)
	if err != nil {
		panic(err)
	}
	req.Header.Set("Authorization", "Bearer YOUR_TOKEN")

	res, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	defer res.Body.Close()
	data, _ := io.ReadAll(res.Body)
	fmt.Println(res.Status, string(data))
}`);
});

test("JSON stands as it is, unless it holds the sign that would end it", () => {
  const plain = requestInGo({ ...REQUEST, method: "POST", body: { kind: "json", value: { a: 1 } } });
  expect(plain).toContain('\tbody := strings.NewReader(`{\n  "a": 1\n}`)\n');
  expect(plain).toContain('http.NewRequest("POST", "https://api.test/v1/user", body)');
  const quoted = requestInGo({ ...REQUEST, body: { kind: "text", text: "a `b`\n" } });
  expect(quoted).toContain('strings.NewReader("a `b`\\n")');
});

test("forms, files and users", () => {
  const fields = [
    { name: "title", value: 'a "b"', isFile: false },
    { name: "one", value: "", isFile: true },
    { name: "two", value: "", isFile: true },
  ];
  const parts = requestInGo({ ...REQUEST, body: { kind: "multipart", fields } });
  for (const name of ["bytes", "mime/multipart", "os"]) expect(parts).toContain(`\t"${name}"\n`);
  expect(parts).toContain('form.WriteField("title", "a \\"b\\"")');
  expect(parts).toContain('part1, _ := form.CreateFormFile("one", "file")');
  expect(parts).toContain('part2, _ := form.CreateFormFile("two", "file")');
  expect(parts).toContain('req.Header.Set("Content-Type", form.FormDataContentType())');
  const form = requestInGo({ ...REQUEST, isBasic: true, body: { kind: "form", fields: fields.slice(0, 1) } });
  expect(form).toContain("strings.NewReader(form.Encode())");
  expect(form).toContain('req.SetBasicAuth("USER", "PASSWORD")');
  expect(requestInGo({ ...REQUEST, body: { kind: "file" } })).toContain('os.Open("file")');
});
