import { expect, test } from "vitest";
import { emojiCharacters } from "./emoji.ts";

test.each([
  ["📘", "📘"],
  ["1f4d8", "📘"],
  ["1F468-200D-1F4BB", "👨‍💻"],
  ["1f468-200d-1f469-200d-1f467-200d-1f466", "👨‍👩‍👧‍👦"],
  ["1f1e9-1f1ea", "🇩🇪"],
  ["1f3f4-e0067-e0062-e0065-e006e-e0067-e007f", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["1f44d-1f3fd", "👍🏽"],
  ["❤️", "❤️"],
  ["2764", "❤"],
  ["3️⃣", "3️⃣"],
  ["23-20e3", "#⃣"],
  ["©", "©"],
])("takes %s", (text, characters) => {
  expect(emojiCharacters(text)).toBe(characters);
});

test.each([
  ["nothing", ""],
  ["a word", "book"],
  ["hex that is a letter", "61"],
  ["half of a pair", "d83d"],
  ["beyond Unicode", "110000"],
  ["two", "📘📘"],
  ["one with a word", "📘 and more"],
  ["one with a digit", "📘7"],
  ["one with U+0000", "1f4d8-00"],
  ["a digit alone", "7"],
  ["one with accents", "📘\u0301\u0301"],
])("refuses %s", (_what, text) => {
  expect(() => emojiCharacters(text, "/emoji")).toThrow(expect.objectContaining({ status: 400 }));
});
