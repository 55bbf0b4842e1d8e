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
import type { ReactNode } from "react";
import { useRef } from "react";
import { useLocation } from "wouter";
import type { Organization } from "../../sdk/src/index.ts";
import { addressOf } from "../routes.ts";
import { Icon } from "../ui/Icon.tsx";
import { words } from "../words.ts";
import { switchTheme, useTheme } from "./theme.ts";

export interface AccountMenuProps {
  /** What the button shows: a picture and a name. */
  readonly label: ReactNode;
  /** Those that somebody can go to. */
  readonly organizations: readonly Organization[];
}

export default function AccountMenu({ label, organizations }: AccountMenuProps) {
  const [, go] = useLocation();
  const theme = useTheme();
  const leaving = useRef<HTMLFormElement>(null);
  return (
    <MenuProvider placement="top-start">
      <MenuButton className="side-account">
        <span className="visually-hidden">{words.accountOf}</span>
        {label}
      </MenuButton>
      <Menu className="menu-box" gutter={6}>
        {organizations.length < 2 ? null : (
          <>
            <MenuGroup>
              <MenuGroupLabel className="menu-label">{words.switchOrganization}</MenuGroupLabel>
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
          {words.apiReference}
        </MenuItem>
        <MenuItem className="menu-row" onClick={switchTheme} hideOnClick={false}>
          <Icon name="theme" />
          {theme === "dark" ? words.toLight : words.toDark}
        </MenuItem>
        <MenuSeparator className="menu-line" />
        <MenuItem className="menu-row" onClick={() => leaving.current?.submit()}>
          <Icon name="leave" />
          {words.signOut}
        </MenuItem>
      </Menu>
      <form ref={leaving} method="post" action="/sign-out" hidden>
        <input type="hidden" name="do" value="sign-out" />
      </form>
    </MenuProvider>
  );
}
