/** The menu behind somebody's name: themselves, the organizations that they belong to, the theme, the way out. */
import {
  Menu,
  MenuButton,
  MenuGroup,
  MenuGroupLabel,
  MenuItem,
  MenuProvider,
  MenuSeparator,
} from "@ariakit/react/menu";
import { onlineManager } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Organization } from "../../sdk/src/index.ts";
import { draftsOf, forgetDrafts, rejectedOf } from "../api/drafts.ts";
import { forgetRecents } from "../api/recents.ts";
import { useChangingSettings, useOwnSettings } from "../api/settings.ts";
import { hasTyped } from "../api/typed.ts";
import { leaveUnasked, wouldLose } from "../api/unload.ts";
import { addressOf } from "../routes.ts";
import { Ask } from "../ui/Ask.tsx";
import { Icon } from "../ui/Icon.tsx";
import { forgetKeptTexts, hasKeptTexts } from "../api/keptText.ts";
import { words } from "../words.ts";
import { frameWords } from "../words/frame.ts";
import { keptWords } from "../words/kept.ts";
import { leave } from "./leaving.ts";
import { switchTheme, useTheme } from "./theme.ts";
import { saveAll } from "./writers.ts";

export interface AccountMenuProps {
  /** The id of who is signed in. */
  readonly user: string;
  /** What the button shows: a picture and a name. */
  readonly label: ReactNode;
  /** Those that somebody can go to. */
  readonly organizations: readonly Organization[];
}

export default function AccountMenu({ user, label, organizations }: AccountMenuProps) {
  const [, go] = useLocation();
  const theme = useTheme();
  const change = useChangingSettings();
  const { singleKeys: hasSingleKeys = true } = useOwnSettings() ?? {};
  const signOut = useSignOut(user);
  return (
    <>
      <MenuProvider placement="top-start">
        <MenuButton className="side-account">
          <span className="visually-hidden">{frameWords.accountOf}</span>
          {label}
        </MenuButton>
        <Menu className="menu-box" gutter={6}>
          {organizations.length < 2 ? null : (
            <>
              <MenuGroup>
                <MenuGroupLabel className="menu-label">{frameWords.switchOrganization}</MenuGroupLabel>
                {organizations.map(({ id, title }) => (
                  <MenuItem
                    key={id}
                    className="menu-row"
                    onClick={() => go(addressOf("home", { organization: id }))}
                  >
                    {title}
                  </MenuItem>
                ))}
              </MenuGroup>
              <MenuSeparator className="menu-line" />
            </>
          )}
          <MenuItem className="menu-row" render={<a href="/account" />}>
            <Icon name="person" />
            {words.account}
          </MenuItem>
          <MenuItem className="menu-row" render={<a href="/docs" />}>
            <Icon name="code" />
            {frameWords.apiReference}
          </MenuItem>
          <MenuItem className="menu-row" onClick={() => change({ theme: switchTheme() })} hideOnClick={false}>
            <Icon name="theme" />
            {theme === "dark" ? frameWords.toLight : frameWords.toDark}
          </MenuItem>
          <MenuItem
            className="menu-row"
            onClick={() => change({ singleKeys: !hasSingleKeys })}
            hideOnClick={false}
          >
            <Icon name="keys" />
            {hasSingleKeys ? frameWords.withoutSingleKeys : frameWords.withSingleKeys}
          </MenuItem>
          <MenuSeparator className="menu-line" />
          <MenuItem className="menu-row" onClick={() => void signOut.ask()}>
            <Icon name="leave" />
            {frameWords.signOut}
          </MenuItem>
        </Menu>
      </MenuProvider>
      {signOut.dialog}
    </>
  );
}

/** The way out: what is written is saved first, what can't be is asked for, and nothing of it stays in the browser. */
function useSignOut(user: string): { readonly ask: () => Promise<void>; readonly dialog: ReactNode } {
  const form = useRef<HTMLFormElement>(null);
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const signOut = async (): Promise<void> => {
    // A browser that keeps nothing has nothing to forget.
    await forgetDrafts(user).catch(() => undefined);
    forgetKeptTexts();
    forgetRecents();
    leave(() => {
      // What happens elsewhere until the next page is there has nothing read again: there is no session for it.
      onlineManager.setOnline(false);
      addEventListener("pageshow", () => onlineManager.setOnline(navigator.onLine), { once: true });
      leaveUnasked();
      form.current?.submit();
    });
  };
  const ask = async (): Promise<void> => {
    await saveAll();
    const drafts = await draftsOf(user).catch(() => []);
    const rejected = await rejectedOf(user).catch(() => []);
    const left = [...drafts, ...rejected].map(({ title }) => title || keptWords.untitled);
    if (hasKeptTexts() || hasTyped()) left.push(frameWords.unsentText);
    if (left.length === 0 && wouldLose()) left.push(frameWords.underWay);
    if (left.length > 0) setUnsaved(left);
    else await signOut();
  };
  const dialog = (
    <>
      <form ref={form} method="post" action="/sign-out" hidden>
        <input type="hidden" name="do" value="sign-out" />
        <input type="hidden" name="person" value={user} />
      </form>
      <Ask
        isOpen={unsaved.length > 0}
        close={() => setUnsaved([])}
        title={frameWords.leaveUnsaved}
        verb={frameWords.signOutAnyway}
        act={signOut}
      >
        <p>{frameWords.leaveUnsavedText(unsaved.join(", "))}</p>
      </Ask>
    </>
  );
  return { ask, dialog };
}
