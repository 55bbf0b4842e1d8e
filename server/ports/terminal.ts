/** What a terminal may be sent of texts that others wrote. */

// C0 but for tab and line break, DEL, C1, and the marks that turn text around: titles and names may hold all of them.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex -- the sequences that our own colours are made of
const COLOUR = /(\u001b\[\d{1,2}m)/;

/**
 * A text that a terminal shows and does not obey: nothing in it moves the cursor, sets a title, answers for the
 * keyboard or hides what follows. What would is written as in JSON, so that JSON stays the same. Colours stay.
 */
export function visible(text: string): string {
  const parts = text.split(COLOUR);
  // What was caught stands at the odd places.
  return parts.map((part, at) => (at % 2 === 1 ? part : part.replace(ACTING, escaped))).join("");
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
