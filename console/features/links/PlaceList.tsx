/** Pages and reusable contents, as the places where something is. */
import { Link } from "wouter";
import type { ShownPlace } from "../../api/parts.ts";
import { addressOf } from "../../routes.ts";
import { partsWords } from "../../words/parts.ts";

interface PlaceListProps {
  readonly places: readonly ShownPlace[];
  /** How many there are in all, where not all are told. */
  readonly all?: number;
}

export function PlaceList({ places, all = places.length }: PlaceListProps) {
  // A page that has a link in several blocks is one place to go to.
  const shown = new Map(places.map((place) => [addressIn(place), titleOf(place)]));
  return (
    <ul className="places">
      {[...shown].map(([href, title]) => (
        <li key={href}>
          <Link className="link" href={href}>
            {title}
          </Link>
        </li>
      ))}
      {all > shown.size ? <li className="muted">{partsWords.andMore(all - shown.size)}</li> : null}
    </ul>
  );
}

function addressIn({ space, page, reusableContent }: ShownPlace): string {
  const id = space?.id ?? "";
  if (page !== undefined) return addressOf("page", { space: id, page: page.id });
  if (reusableContent !== undefined)
    return addressOf("reusable", { space: id, reusable: reusableContent.id });
  return addressOf("space", { space: id });
}

const titleOf = ({ page, reusableContent, space }: ShownPlace): string =>
  page?.title ?? reusableContent?.title ?? space?.title ?? "";
