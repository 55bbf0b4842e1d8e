import { onClick } from "./element.ts";
import { announcementKey, remember } from "./memory.ts";

/** The button that dismisses the announcement: until there is another, it stays away. */
export function watchAnnouncement(): void {
  onClick("[data-dismiss]", () => {
    const root = document.documentElement;
    remember("local", announcementKey(), root.dataset["announcement"]);
    root.dataset["announcementDismissed"] = "";
    document.getElementById("~content")?.focus({ preventScroll: true });
  });
}
