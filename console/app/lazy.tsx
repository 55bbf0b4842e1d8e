/** Parts that are loaded after the first paint: what they stand in shows at once. */
import { later } from "../ui/later.tsx";
import { useWasOpen } from "../ui/useWasOpen.ts";
import type { KeyListProps } from "./KeyList.tsx";
import type { PaletteProps } from "./Palette.tsx";

const Palette = later(() => import("./Palette.tsx"));
const KeyList = later(() => import("./KeyList.tsx"));

/** The search, from the first time that it is opened. */
export function LazyPalette(props: PaletteProps) {
  return useWasOpen(props.isOpen) ? <Palette {...props} /> : null;
}

/** The list of keys, from the first time that it is opened. */
export function LazyKeyList(props: KeyListProps) {
  return useWasOpen(props.isOpen) ? <KeyList {...props} /> : null;
}

/** What is said above every screen, and what hears keys and files wherever they come: there before it is needed. */
export const LazyFrameNotices = later(() => import("./FrameNotices.tsx"));

/** What is kept by the browser and not stored. */
export const LazyUnsavedTexts = later(() => import("./UnsavedTexts.tsx"), undefined, false);

/** Where no organization is open: those that somebody can go to. */
export const LazyOrganizations = later(() => import("./Organizations.tsx"));

/** The menu behind somebody's name; until it is there, the name alone. */
export const LazyAccountMenu = later(
  () => import("./AccountMenu.tsx"),
  ({ label }) => <span className="side-account">{label}</span>,
  false,
);
