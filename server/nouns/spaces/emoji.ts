import { oneEmoji } from "../../../engine/oneEmoji.ts";
import { invalidField } from "../../http/errors.ts";

/**
 * An emoji as it is kept: the characters, whether it came as characters or as code points in hex ("1f4d8",
 * "1f468-200d-1f4bb").
 * @throws 400 naming `path` when it is neither
 */
export function emojiCharacters(text: string, path = "/emoji"): string {
  const emoji = oneEmoji(text);
  if (emoji === undefined) {
    throw invalidField(path, "must be one emoji, as a character or as its code points in hex (1f4d8).");
  }
  return emoji;
}
