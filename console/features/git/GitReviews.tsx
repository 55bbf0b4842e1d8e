/** Pull requests for the branch, each with a preview of what the space would say with it. */
import { Link } from "wouter";
import { type GitReview, type GitSyncInstallation, listGitReviews } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf } from "../../routes.ts";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { gitWords } from "../../words/git.ts";
import { RequestLink } from "./RequestLink.tsx";

interface GitReviewsProps {
  readonly installation: GitSyncInstallation;
  readonly space: string;
}

/** Milliseconds between two looks while a preview is to come. */
const LOOK_MS = 3_000;

export function GitReviews({ installation: { id, previewPullRequests, provider }, space }: GitReviewsProps) {
  const isComing = ({ state, revision, problem }: GitReview): boolean =>
    state === "open" && revision === undefined && problem === undefined;
  const of = usePaged<GitReview>(["git", id, "reviews"], () => listGitReviews(client, id, { limit: 10 }), {
    everyWhile: [LOOK_MS, (reviews) => reviews.some(isComing)],
  });
  const isKnown = (of.items ?? []).length > 0;
  if (!isKnown && (!previewPullRequests || provider === "git")) return null;
  return (
    <>
      <h2>{gitWords.reviews}</h2>
      <Rows
        of={of}
        label={gitWords.reviews}
        heads={[gitWords.review, gitWords.outcome]}
        keyOf={(review) => String(review.number)}
        empty={<p className="nothing">{gitWords.noReviews}</p>}
        row={(review) => (
          <>
            <td>
              <ReviewLink review={review} />
              <div className="facts-line">
                {gitWords.reviewStates[review.state]}
                <code>{review.commitId.slice(0, 7)}</code>
                <Time at={review.updatedAt} say={gitWords.at} />
                {review.fork ? gitWords.fork : null}
              </div>
            </td>
            <td>
              <Preview review={review} space={space} />
            </td>
          </>
        )}
      />
    </>
  );
}

/** A request as its host calls it; it opens there. */
function ReviewLink({ review: { number, title, urls } }: { readonly review: GitReview }) {
  const name = gitWords.reviewName(number, title);
  if (urls.host === undefined) return <>{name}</>;
  return (
    <a href={urls.host} rel="noreferrer">
      {name}
    </a>
  );
}

function Preview({ review, space }: { readonly review: GitReview; readonly space: string }) {
  const { revision, pagesChanged = 0, problem, changeRequest } = review;
  if (problem !== undefined) return <span className="wrong">{problem}</span>;
  if (revision === undefined) return <>{gitWords.previewComes}</>;
  const said = gitWords.pagesChanged(pagesChanged);
  if (changeRequest === undefined)
    return <Link href={`${addressOf("revision", { space, revision })}?proposed`}>{said}</Link>;
  return (
    <RequestLink space={space} request={changeRequest}>
      {said}
    </RequestLink>
  );
}
