import { html, type Raw } from "../../../design/html.ts";
import type { PageView } from "./view.ts";
import type { Words } from "../../../design/words.ts";

type FeedbackQuestion = NonNullable<PageView["page"]["feedback"]>;

/** The question whether a page was helpful: a form, so that it works without a script. */
export function renderFeedback({ action, page }: FeedbackQuestion, words: Words): Raw {
  const answers = [
    ["good", words.helpfulYes],
    ["ok", words.helpfulPartly],
    ["bad", words.helpfulNo],
  ] as const;
  const buttons = answers.map(
    ([rating, word]) =>
      html`<button type="submit" class="feedback-answer" name="rating" value="${rating}">${word}</button>`,
  );
  return html`<form class="feedback" method="post" action="${action}">
    <input type="hidden" name="page" value="${page}" />
    <fieldset>
      <legend>${words.helpful}</legend>
      <div class="feedback-answers">${buttons}</div>
      <details>
        <summary>${words.helpfulComment}</summary>
        <textarea name="comment" maxlength="512" rows="3" aria-label="${words.helpfulComment}"></textarea>
        <p class="feedback-foot script-only">
          <button type="submit" class="button button-primary">${words.helpfulSend}</button>
          <span class="feedback-failed"></span>
        </p>
      </details>
    </fieldset>
    <p class="feedback-thanks" id="~feedback-thanks" role="status" tabindex="-1">${words.helpfulThanks}</p>
  </form>`;
}
