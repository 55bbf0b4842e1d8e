/** The sidebar where no organization is open: those that somebody belongs to, each one step away. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { organizations } from "../api/queries.ts";
import { addressOf } from "../routes.ts";
import { Icon } from "../ui/Icon.tsx";
import { words } from "../words.ts";
import { frameWords } from "../words/frame.ts";

export default function Organizations() {
  const { data: all = [] } = useQuery(organizations());
  return (
    <>
      <Link className="side-link" href="/">
        <Icon name="home" />
        <span className="cut">{words.home}</span>
      </Link>
      {all.length === 0 ? null : <h2 className="side-label">{frameWords.organizations}</h2>}
      <ul>
        {all.map(({ id, title }) => (
          <li key={id}>
            <Link className="side-link" href={addressOf("home", { organization: id })}>
              <span className="side-mark" aria-hidden="true">
                {[...title][0] ?? ""}
              </span>
              <span className="cut">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
