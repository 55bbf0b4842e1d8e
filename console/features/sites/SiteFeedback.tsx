/** What readers say of a site's pages: whether they helped, and in their own words. */
import { useState } from "react";
import { Link } from "wouter";
import { listSitePageFeedback, type PageFeedbackRating } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { siteWords as words } from "../../words/sites.ts";
import { ChangeFilter } from "../changes/ChangeFilter.tsx";
import { SiteArea } from "./SiteArea.tsx";

const RATINGS = ["bad", "ok", "good"] as const satisfies readonly PageFeedbackRating[];

export default function SiteFeedback({ organization, site }: RouteParams<"siteFeedback">) {
  return (
    <SiteArea organization={organization} site={site} tab="siteFeedback">
      {() => <Said organization={organization} site={site} />}
    </SiteArea>
  );
}

function Said({ organization, site }: RouteParams<"siteFeedback">) {
  const [rating, choose] = useState<PageFeedbackRating | "">("");
  const of = usePaged(["organization", organization, "site", site, "feedback", rating], () =>
    listSitePageFeedback(client, organization, site, { limit: 50, ...(rating === "" ? {} : { rating }) }),
  );
  const choices = [
    ["", words.anyRating],
    ...RATINGS.map((one) => [one, words.ratings[one]] as const),
  ] as const;
  return (
    <>
      {of.count === 0 && rating === "" ? null : (
        <div className="filters">
          <ChangeFilter
            label={words.rating}
            value={rating}
            set={(value) => choose(RATINGS.find((one) => one === value) ?? "")}
            choices={choices}
          />
        </div>
      )}
      <Rows
        of={of}
        label={words.tabs.siteFeedback}
        heads={[words.page, words.rating, words.said, words.when]}
        keyOf={({ id }) => id}
        isFiltered={rating !== ""}
        row={({ page, space, rating: given, comment, url, createdAt }) => (
          <>
            <th scope="row">
              <Link className="link" href={addressOf("page", { space, page: page.id })}>
                {page.title}
              </Link>
            </th>
            <td>
              <span
                className="state"
                data-state={given === "good" ? "open" : given === "bad" ? "failed" : "draft"}
              >
                {words.ratings[given]}
              </span>
            </td>
            <td>{comment ?? <span className="muted">{words.withoutWords}</span>}</td>
            <td className="when">
              <a className="link" href={url} target="_blank" rel="noopener">
                <Time at={createdAt} say={(when) => when} />
              </a>
            </td>
          </>
        )}
        empty={
          <Notice icon="comment" title={words.noFeedback} text={words.noFeedbackText}>
            <Link className="button button-secondary" href={addressOf("siteLook", { organization, site })}>
              {words.tabs.siteLook}
            </Link>
          </Notice>
        }
      />
    </>
  );
}
