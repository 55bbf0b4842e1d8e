import { describe, expect, test } from "vitest";
import { stemLanguage, stemOf } from "./stem.ts";

describe("forms of one word have one stem, in the language of the text", () => {
  test.each([
    ["en", "installing installation installed installs"],
    ["de", "installiert installierte installierten"],
    ["de", "einstellung einstellungen"],
    ["de", "rückgängig rückgängige"],
    ["fr", "installer installée installés installation"],
    ["fr", "paramètre paramètres"],
    ["es", "configurar configurando configuración configuraciones"],
    ["it", "installare installato installazione installazioni"],
    ["pt", "configurar configurando configuração configurações"],
    ["pt-br", "publicação publicações"],
    ["nl", "instelling instellingen"],
    ["sv", "inställning inställningar inställningarna"],
    ["da", "indstilling indstillinger indstillingerne"],
    ["no", "innstilling innstillinger innstillingene"],
    ["ru", "настройка настройки настройками"],
    ["ru", "новый новая новыми"],
    ["uk", "сторінка сторінки сторінками"],
    ["fi", "asetukset asetuksen"],
    ["hu", "kulcs kulcsok kulcsokat"],
    ["tr", "sayfa sayfalar sayfaları"],
    ["ro", "instalare instalarea"],
    ["el", "σελίδα σελίδες"],
    ["ar", "مستخدم المستخدم"],
    ["bg", "страница страницата"],
    ["id", "pengaturan mengatur"],
    ["lt", "puslapis puslapiai"],
  ])("%s: %s", (language, forms) => {
    const stems = forms.split(" ").map((form) => stemOf(form, stemLanguage(language)));
    expect([...new Set(stems)]).toHaveLength(1);
    expect(stems[0]).toBeDefined();
  });
});

test("other words stay apart, and the ending of one language is none in another", () => {
  expect(stemOf("einstellung", "de")).not.toBe(stemOf("einstieg", "de"));
  expect(stemOf("einstellungen", "en")).toBe("einstellungen");
});

test("short words, words with digits and languages without rules have no stem", () => {
  expect([stemOf("und", "de"), stemOf("ipv6", "en"), stemOf("東京都庁", stemLanguage("ja"))]).toEqual([
    undefined,
    undefined,
    "東京都庁",
  ]);
  expect([stemLanguage(null), stemLanguage("ja"), stemLanguage("constructor")]).toEqual(["en", "en", "en"]);
});
