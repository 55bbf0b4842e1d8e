/** The forms of a new space and of a new collection, each loaded when it is first opened. */
import { later } from "../../ui/later.tsx";
import { useWasOpen } from "../../ui/useWasOpen.ts";
import type { NewSpaceProps } from "../spaces/NewSpace.tsx";
import type { NewCollectionProps } from "./NewCollection.tsx";

const NewSpace = later(() => import("../spaces/NewSpace.tsx"));
const NewCollection = later(() => import("./NewCollection.tsx"));

export function LazyNewSpace(props: NewSpaceProps) {
  return useWasOpen(props.isOpen) ? <NewSpace {...props} /> : null;
}

export function LazyNewCollection(props: NewCollectionProps) {
  return useWasOpen(props.isOpen) ? <NewCollection {...props} /> : null;
}
