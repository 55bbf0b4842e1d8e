const CODE_POINTS = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;
const PICTURE =
  /^(\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3)[\p{Extended_Pictographic}\p{Emoji_Component}]*$/u;
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The characters of one emoji, whether it is written as characters or as code points in hex ("1f4d8",
 * "1f468-200d-1f4bb"); undefined for what is neither.
 */
export function oneEmoji(text: string): string | undefined {
  const emoji = CODE_POINTS.test(text) ? fromCodePoints(text) : text;
  return emoji !== undefined && isOneEmoji(emoji) ? emoji : undefined;
}

/** Digits and joiners are parts of emojis too, so their kind alone does not tell where one ends. */
function isOneEmoji(text: string): boolean {
  return PICTURE.test(text) && [...characters.segment(text)].length === 1;
}

function fromCodePoints(text: string): string | undefined {
  const points = text.split("-").map((part) => Number.parseInt(part, 16));
  if (points.some((point) => point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))) return undefined;
  return String.fromCodePoint(...points);
}
