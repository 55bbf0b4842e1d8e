import { emojiText } from "../../design/emoji.ts";
import { type LineIconName, Icon } from "./Icon.tsx";

interface PageIconProps {
  /** A character, or the code points of one, as in `1f4d8`. */
  readonly emoji?: string | undefined;
  /** A name of Font Awesome. */
  readonly icon?: string | undefined;
  readonly otherwise: LineIconName;
}

/** The picture of a page or a space: what its authors chose, else what it is. */
export function PageIcon({ emoji, icon, otherwise }: PageIconProps) {
  const character = emoji === undefined || emoji === "" ? undefined : emojiText(emoji);
  if (character !== undefined)
    return (
      <span className="emoji" aria-hidden="true">
        {character}
      </span>
    );
  if (icon !== undefined && /^[\w-]{1,60}$/.test(icon))
    return (
      <svg className="drawn-icon" aria-hidden="true" focusable="false">
        <use href={`/~/icons/${icon}.svg#i`} />
      </svg>
    );
  return <Icon name={otherwise} />;
}
