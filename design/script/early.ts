/**
 * Runs in the head, before anything is painted: chooses the theme, says that there is a script (so that what
 * needs one shows at once, without a shift) and which key commands are given with, gives scripts of integrations what
 * they expect, and puts the navigation where the reader left it.
 */
import { announcementKey, recall } from "./memory.ts";

const root = document.documentElement;
root.dataset["script"] = "";
if (/Mac|iPhone|iPad/.test(navigator.platform)) root.dataset["command"] = "";

const theme = recall("local", "lectern:theme");
const isFixed = root.dataset["themeFixed"] !== undefined;
if (!isFixed && (theme === "light" || theme === "dark")) root.dataset["theme"] = theme;

const announcement = root.dataset["announcement"];
if (announcement !== undefined && recall("local", announcementKey()) === announcement) {
  root.dataset["announcementDismissed"] = "";
}

// Published scripts ask it to tell them when they are unloaded, which no page of ours does: it is left, and they with it.
const listening = { addEventListener(): void {}, removeEventListener(): void {} };
(window as { GitBook?: typeof listening }).GitBook ??= listening;

/** Stands at the end of the navigation; the parser runs it when every entry above exists. */
class NavPosition extends HTMLElement {
  connectedCallback(): void {
    const side = this.closest<HTMLElement>('[id="~navigation"]');
    if (side === null || side.scrollHeight <= side.clientHeight) return;
    const kept = recall("session", `lectern:nav:${root.dataset["base"] ?? ""}`);
    if (kept !== undefined) side.scrollTop = Number(kept) || 0;
    const current = side.querySelector("[aria-current=page]");
    if (current === null) return;
    const box = current.getBoundingClientRect();
    const frame = side.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) {
      side.scrollTop += box.top - frame.top - frame.height / 3;
    }
  }
}

customElements.define("nav-position", NavPosition);
