/** Text as it may be printed. */
/* oxlint-disable no-control-regex -- control characters are what is removed */

/** Longer runs without a place to break get such places, in characters. */
const UNBROKEN = 48;
const LONG_RUN = new RegExp(`[!-~\\u00a1-\\u2fff]{${UNBROKEN}}(?=[!-~\\u00a1-\\u2fff])`, "g");
const BREAK = "\u200b";

/** A text of a line: white space is one space, and nothing in it is wider than a line. */
export function plainLine(text: string): string {
  return breakable(printable(text).replace(/\s+/g, " "));
}

/** A text without what no font can show: controls, halves of characters, non-characters. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, "");
}

/** A text that can be broken everywhere where it would be wider than a line. */
function breakable(text: string): string {
  return text.replace(LONG_RUN, `$&${BREAK}`);
}

/** An address that can be broken where its parts end. */
export function breakableAddress(address: string): string {
  return breakable(printable(address).replace(/[/?&=.#-](?=.)/g, `$&${BREAK}`));
}
