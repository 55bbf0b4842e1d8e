/** Dated updates. */
import type { Update, Updates } from "../document.ts";
import { h, type SafeHtml } from "./element.ts";
import { formatDay } from "./locale.ts";
import type { PageHtml } from "./page.ts";

/** Renders a list of updates, each with its date, tags and anchor. */
export function renderUpdates(page: PageHtml, updates: Updates): SafeHtml {
  const format = updates.format === "compact" ? "compact" : "full";
  return h(
    "div",
    { class: `updates updates-${format}` },
    updates.children.map((update) => renderUpdate(page, update)),
  );
}

function renderUpdate(page: PageHtml, update: Update): SafeHtml {
  const id = page.claimId(`update-${update.date.replace(/[^\w-]+/g, "-") || "undated"}`);
  const day = parseDay(update.date);
  const shown = day === undefined ? update.date : formatDay(day, page.locale);
  const tags =
    update.tags.length > 0 &&
    h(
      "ul",
      { class: "tags" },
      update.tags.map((tag) => h("li", { class: "tag" }, tag)),
    );
  const firstHeading = page.headings.length;
  const body = page.blocks(update.children);
  const title = page.headings[firstHeading]?.text;
  page.updates.push({
    id,
    ...(day === undefined ? {} : { date: update.date }),
    tags: update.tags,
    ...(title === undefined ? {} : { title }),
    html: body.toString(),
  });
  const anchor = h(
    "a",
    { class: "anchor", href: `#${id}`, "aria-label": page.words.anchor },
    h("span", { "aria-hidden": "true" }, "#"),
  );
  return h(
    "article",
    { class: "update", id },
    h(
      "header",
      { class: "update-head" },
      h("time", { class: "update-date", datetime: day === undefined ? undefined : update.date }, shown),
      tags,
      anchor,
    ),
    h("div", { class: "update-body" }, body),
  );
}

/** Reads YYYY-MM-DD as milliseconds; undefined when it is no day of the calendar. */
function parseDay(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : time;
}
