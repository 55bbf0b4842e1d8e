import { describe, expect, test } from "vitest";
import { fill, LANGUAGES, localeWanted, SCRIPT_WORDS, wordsFor, type Words } from "./words.ts";
import { english } from "./words/en.ts";
import { directionOf } from "../engine/direction.ts";

function places(sentence: string): string[] {
  return (sentence.match(/\{\w+\}/g) ?? []).toSorted();
}

describe.each(Object.entries(LANGUAGES))("%s", (_, words) => {
  test("says everything, with the same places for values", () => {
    for (const [name, sentence] of Object.entries(words)) {
      expect(sentence.trim(), name).not.toBe("");
      expect(places(sentence), name).toEqual(places(english[name as keyof Words]));
    }
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(english).toSorted());
  });
});

test.each([
  ["de-AT", "Menü"],
  ["pt-BR", "Menu"],
  ["PT-br", "Menu"],
  ["xx", "Menu"],
  ["", "Menu"],
  ["zh-Hant-TW", "菜单"],
])("%s has a menu called %s", (locale, menu) => {
  expect(wordsFor(locale).menu).toBe(menu);
});

test.each([
  ["ar", "rtl"],
  ["he-IL", "rtl"],
  ["en", "ltr"],
  ["artificial", "ltr"],
])("%s reads %s", (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});

test.each([
  [undefined, "en"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fi, pt-BR;q=0.5, fr;q=0.9", "fr"],
  ["pt-br", "pt-br"],
  ["fr;q=0, nl;q=0.1", "nl"],
  ['constructor, __proto__, "><script>, *', "en"],
])("who wants %s reads %s where no site says", (wanted, locale) => {
  expect(localeWanted(wanted)).toBe(locale);
});

test("fill leaves places without a value as they are", () => {
  expect(fill("{a} and {b}", { a: "$&" })).toBe("$& and {b}");
});

test("the script gets its words and no others", () => {
  expect(new Set(SCRIPT_WORDS).size).toBe(SCRIPT_WORDS.length);
});
