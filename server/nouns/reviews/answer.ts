/** Reviews with all that is told about them, a few queries for any number of them. */
import type { Row } from "../../db/schema.ts";
import type { ChangeRequestThing } from "../change-requests/queries.ts";
import { type AnswerSources, answerComments } from "../comments/answer.ts";
import type { EachAs } from "../../http/operation.ts";
import type { Review } from "./schema.ts";
import { presentReview } from "./present.ts";
import { usersById } from "./queries.ts";

/**
 * Reviews of one change request as they are answered.
 * @param target what their comments are about; found here unless given. Inside a transaction it has to be
 */
export async function answerReviews<const Rows extends readonly Row<"reviews">[]>(
  answering: AnswerSources & { readonly place: ChangeRequestThing },
  rows: Rows,
  target?: { readonly revision: string },
): Promise<EachAs<Rows, typeof Review>> {
  const { deps, read, place } = answering;
  const ids = rows.flatMap(({ comment_id: id }) => id ?? []);
  const said =
    ids.length === 0
      ? []
      : await read
          .selectFrom("comments")
          .selectAll()
          .where("organization_id", "=", place.space.organization_id)
          .where("id", "in", ids)
          .execute();
  const targets = target && new Map(said.map(({ id }) => [id, target]));
  const answers = said.length === 0 ? [] : await answerComments(answering, said, targets);
  const comments = new Map(said.map(({ id }, index) => [id, answers[index]]));
  const people = rows.flatMap(({ reviewer_id: by, requested_by: asked }) => [by, asked]);
  const around = { users: await usersById(read, people, place.member), comments, addresses: deps.addresses };
  return rows.map((row) => presentReview(row, place.request, around)) as EachAs<Rows, typeof Review>;
}
