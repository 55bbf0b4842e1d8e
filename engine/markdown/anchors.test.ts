import { expect, test } from "vitest";
import { dialectAnchorOf } from "./anchors.ts";
import { renderHtml } from "./html/render.ts";
import { parse } from "./parse.ts";

// As they stand in files that GitBook itself has written into repositories: headings, and names of pages.
test.each([
  ["1. Accessing the Replace Feature", "id-1.-accessing-the-replace-feature"],
  ["1. Windows or Linux PC", "id-1.-windows-or-linux-pc"],
  ["3. Purge Cache By CONTAIN", "id-3.-purge-cache-by-contain"],
  ["3. Install GO", "id-3.-install-go"],
  ["1. Launch the Getint App:", "id-1.-launch-the-getint-app"],
  ["2.1 LOINC Features", "id-2.1-loinc-features"],
  ["What is LOINC?", "what-is-loinc"],
  ["2FA security keys and passkeys", "id-2fa-security-keys-and-passkeys"],
  ["KNOWLEDGE BASE VS GOLDEN Q&A", "knowledge-base-vs-golden-q-and-a"],
  ["testing and CI/CD", "testing-and-ci-cd"],
  ["renderToStaticNodeStream()", "rendertostaticnodestream"],
  ["mockComponent()", "mockcomponent"],
  ["%image_%", "image"],
  ["Sécurité", "securite"],
  ["Prévoir la capacité", "prevoir-la-capacite"],
  ["1. Kiểm tra vị trí tệp log hiện tại", "id-1.-kiem-tra-vi-tri-tep-log-hien-tai"],
  [
    "w!purge <no. of messages> <user parameter>",
    "w-purge-less-than-no.-of-messages-greater-than-less-than-user-parameter-greater-than",
  ],
  ["AISdb and simplify_linestring_idx()", "aisdb-and-simplify_linestring_idx"],
])("GitBook's anchor of %s", (text, anchor) => {
  expect(dialectAnchorOf(text)).toBe(anchor);
});

test.each(["介绍", "3. USB 프린터의 경우", "🎉", ""])("%s has no other one that we know", (text) => {
  expect(dialectAnchorOf(text)).toBeUndefined();
});

test("headings are found by both of their names, and nothing is found by a name twice", () => {
  const source =
    '## 1. Q&A\n\n## Plain\n\n## 1. Q&A\n\n## id-1.-q-and-a-1\n\n## Own. <a href="#x" id="x"></a>';
  const { html, headings } = renderHtml(parse(source).document);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["1-qa", "id-1.-q-and-a", "plain", "1-qa-1", "id-1.-q-and-a-1", "id-1-q-and-a-1", "x"]);
  expect(headings.map(({ id }) => id)).toEqual(["1-qa", "plain", "1-qa-1", "id-1-q-and-a-1", "x"]);
});
