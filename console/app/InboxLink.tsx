/** The way to what somebody was told, with how much of it they have not read. */
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { unread } from "../api/notifications.ts";
import { addressOf } from "../routes.ts";
import { Icon } from "../ui/Icon.tsx";
import { words } from "../words.ts";

/** More than this is many. */
const MOST_COUNTED = 99;

export function InboxLink() {
  const { data: count = 0 } = useQuery(unread());
  const [path] = useLocation();
  const href = addressOf("inbox", {});
  const label = count === 0 ? words.inbox : words.inboxWith(count);
  return (
    <Link
      className="icon-button side-inbox"
      href={href}
      aria-label={label}
      title={label}
      aria-current={path === href ? "page" : undefined}
    >
      <Icon name="inbox" />
      {count === 0 ? null : (
        <span className="side-unread" aria-hidden="true">
          {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
        </span>
      )}
    </Link>
  );
}
