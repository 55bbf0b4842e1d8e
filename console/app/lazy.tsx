/** Parts that are loaded after the first paint: what they stand in shows at once. */
import { useState } from "react";
import type { NewCollectionProps } from "../features/collections/NewCollection.tsx";
import type { NewSpaceProps } from "../features/spaces/NewSpace.tsx";
import { later } from "../ui/later.tsx";
import type { KeyListProps } from "./KeyList.tsx";
import type { PaletteProps } from "./Palette.tsx";

const Palette = later(() => import("./Palette.tsx"));
const KeyList = later(() => import("./KeyList.tsx"));
const NewSpace = later(() => import("../features/spaces/NewSpace.tsx"));
const NewCollection = later(() => import("../features/collections/NewCollection.tsx"));

/** The search, from the first time that it is opened. */
export function LazyPalette(props: PaletteProps) {
  return useWasOpen(props.isOpen) ? <Palette {...props} /> : null;
}

/** The list of keys, from the first time that it is opened. */
export function LazyKeyList(props: KeyListProps) {
  return useWasOpen(props.isOpen) ? <KeyList {...props} /> : null;
}

/** What is said above every screen. */
export const LazyFrameNotices = later(() => import("./FrameNotices.tsx"));

/** What is kept by the browser and not stored. */
export const LazyUnsavedTexts = later(() => import("./UnsavedTexts.tsx"));

/** The form of a new space, from the first time that it is opened. */
export function LazyNewSpace(props: NewSpaceProps) {
  return useWasOpen(props.isOpen) ? <NewSpace {...props} /> : null;
}

/** The form of a new collection, from the first time that it is opened. */
export function LazyNewCollection(props: NewCollectionProps) {
  return useWasOpen(props.isOpen) ? <NewCollection {...props} /> : null;
}

function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, open] = useState(false);
  if (isOpen && !wasOpen) open(true);
  return wasOpen || isOpen;
}

/** The menu behind somebody's name; until it is there, the name alone. */
export const LazyAccountMenu = later(
  () => import("./AccountMenu.tsx"),
  ({ label }) => <span className="side-account">{label}</span>,
);
