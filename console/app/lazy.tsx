/** Parts that are loaded after the first paint: what they stand in shows at once. */
import { lazy, Suspense, useState } from "react";
import type { AccountMenuProps } from "./AccountMenu.tsx";
import type { NewSpaceProps } from "../features/spaces/NewSpace.tsx";
import type { PaletteProps } from "./Palette.tsx";

const Palette = lazy(() => import("./Palette.tsx"));
const AccountMenu = lazy(() => import("./AccountMenu.tsx"));
const NewSpace = lazy(() => import("../features/spaces/NewSpace.tsx"));

/** The search, from the first time that it is opened. */
export function LazyPalette(props: PaletteProps) {
  const [wasOpen, open] = useState(false);
  if (props.isOpen && !wasOpen) open(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <Palette {...props} />
    </Suspense>
  );
}

/** The form of a new space, from the first time that it is opened. */
export function LazyNewSpace(props: NewSpaceProps) {
  const [wasOpen, open] = useState(false);
  if (props.isOpen && !wasOpen) open(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <NewSpace {...props} />
    </Suspense>
  );
}

/** The menu behind somebody's name; until it is there, the name alone. */
export function LazyAccountMenu(props: AccountMenuProps) {
  return (
    <Suspense fallback={<span className="side-account">{props.label}</span>}>
      <AccountMenu {...props} />
    </Suspense>
  );
}
