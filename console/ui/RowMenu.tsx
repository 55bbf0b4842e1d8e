/** The menu at the end of a row. */
import { Menu, MenuButton, MenuItem, MenuProvider } from "@ariakit/react/menu";
import { words } from "../words.ts";
import { Icon } from "./Icon.tsx";

interface RowMenuProps {
  /** What the row is about. */
  readonly name: string;
  readonly items: readonly (RowAction | false)[];
}

export interface RowAction {
  readonly title: string;
  readonly act: () => void;
  readonly isDangerous?: boolean;
}

export function RowMenu({ name, items }: RowMenuProps) {
  const shown = items.filter((item) => item !== false);
  if (shown.length === 0) return null;
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton className="icon-button row-menu" aria-label={words.actionsOf(name)}>
        <Icon name="more" />
      </MenuButton>
      <Menu className="menu-box" gutter={4} portal>
        {shown.map(({ title, act, isDangerous }) => (
          <MenuItem
            key={title}
            className={isDangerous ? "menu-row menu-danger" : "menu-row"}
            // The menu gives the focus back first; what opens takes it then.
            onClick={() => setTimeout(act)}
          >
            {title}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
}
