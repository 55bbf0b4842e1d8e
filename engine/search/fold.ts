/* oxlint-disable no-misleading-character-class -- marks by themselves are what is meant */
/** Letters that readers type without their stroke or ligature and that no normalization form takes apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ħ: "h",
  ŧ: "t",
};

const plainLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/**
 * Accents of the Latin, Greek and Cyrillic scripts, and the vowel points of Hebrew and Arabic, which texts
 * carry or omit at will. The marks of other scripts stay: in Devanagari or Japanese they make another word.
 */
const optionalMark = new RegExp(
  "[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff]",
  "gu",
);

/** Characters without width that editors leave inside words. */
const invisible = new RegExp(
  "[\\u00ad\\u034f\\u061c\\u200b-\\u200f\\u2060-\\u2064\\ufe00-\\ufe0f\\ufeff]",
  "gu",
);

// oxlint-disable-next-line no-control-regex -- the range of ASCII is what is meant
const ascii = /^[\x00-\x7f]*$/u;

/**
 * The form in which two spellings of one word are equal: compatibility forms, case, accents and invisible
 * characters are gone. Folding twice changes nothing more.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const once = foldOnce(text);
  // Lower-casing a compatibility form can make another one; one more round settles all of Unicode.
  return foldOnce(once);
}

function foldOnce(text: string): string {
  return text
    .normalize("NFKC")
    .replace(invisible, "")
    .toLowerCase()
    .replace(plainLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFD")
    .replace(optionalMark, "")
    .normalize("NFKC");
}
