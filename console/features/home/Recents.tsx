/** The pages of an organization that somebody read last. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { user as userOf } from "../../api/queries.ts";
import { recentPages } from "../../api/recents.ts";
import { addressOf } from "../../routes.ts";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { recentWords } from "../../words/recent.ts";

/** More are found by searching. */
const MOST_SHOWN = 6;

export default function Recents({ organization }: { readonly organization: string }) {
  const { data: who } = useQuery(userOf());
  const here = recentPages(who?.id ?? "").filter((one) => one.organization === organization);
  if (here.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <div className="part-head">
        <h2 id="recent">{recentWords.recent}</h2>
      </div>
      <ul className="list">
        {here.slice(0, MOST_SHOWN).map(({ space, page, title, spaceTitle, emoji, icon }) => (
          <li key={`${space} ${page}`} className="list-row">
            <Link className="list-link" href={addressOf("page", { space, page })}>
              <PageIcon emoji={emoji} icon={icon} otherwise="page" />
              <span className="cut">{title}</span>
            </Link>
            <span className="facts-line">
              <span className="cut">{spaceTitle}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
