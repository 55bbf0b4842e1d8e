/** Who is there, as a row of faces. */
import type { User } from "../../sdk/src/index.ts";
import { words } from "../words.ts";

interface PeopleProps {
  readonly people: readonly { readonly user: User; readonly isHere: boolean }[];
}

/** More are a number. */
const MOST_SHOWN = 3;

export function People({ people }: PeopleProps) {
  if (people.length === 0) return null;
  const shown = people.slice(0, MOST_SHOWN);
  const more = people.length - shown.length;
  return (
    <ul className="faces" aria-label={words.whoIsThere}>
      {shown.map(({ user, isHere }) => {
        const said = isHere ? words.isOnThisPage(user.displayName) : words.isElsewhere(user.displayName);
        return (
          <li key={user.id}>
            <span
              className="avatar face"
              data-here={isHere || undefined}
              role="img"
              aria-label={said}
              title={said}
            >
              {user.photoURL === undefined ? [...user.displayName][0] : <img src={user.photoURL} alt="" />}
            </span>
          </li>
        );
      })}
      {more === 0 ? null : (
        <li
          className="face-more"
          title={people
            .slice(MOST_SHOWN)
            .map(({ user }) => user.displayName)
            .join(", ")}
        >
          +{more}
        </li>
      )}
    </ul>
  );
}
