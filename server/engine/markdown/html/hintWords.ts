/** What hints are called, by language: readers of a page, and of what is printed of it, see it in the page's own. */
import type { Words } from "./words.ts";

type HintWords = Pick<Words, "info" | "success" | "warning" | "danger">;

const called = (info: string, success: string, warning: string, danger: string): HintWords => ({
  info,
  success,
  warning,
  danger,
});

const BY_LANGUAGE: Readonly<Record<string, HintWords>> = {
  de: called("Hinweis", "Erfolg", "Warnung", "Gefahr"),
  es: called("Nota", "Éxito", "Advertencia", "Peligro"),
  fr: called("Remarque", "Succès", "Avertissement", "Danger"),
  ja: called("注記", "成功", "警告", "危険"),
  nl: called("Opmerking", "Gelukt", "Waarschuwing", "Gevaar"),
  no: called("Merk", "Vellykket", "Advarsel", "Fare"),
  nb: called("Merk", "Vellykket", "Advarsel", "Fare"),
  nn: called("Merk", "Vellukka", "Åtvaring", "Fare"),
  pt: called("Nota", "Sucesso", "Aviso", "Perigo"),
  ru: called("Примечание", "Успех", "Предупреждение", "Опасность"),
  zh: called("提示", "成功", "警告", "危险"),
};

/** The words for a locale such as `pt-BR`; none, where we know no other than the English ones. */
export function hintWordsFor(locale: string): Partial<Words> {
  return BY_LANGUAGE[locale.toLowerCase().split("-", 1)[0] ?? ""] ?? {};
}
