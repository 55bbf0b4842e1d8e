import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** How two texts differ, where what shows it is loaded with the first that is looked at. */
export const LazyDiff = later(
  () => import("./DiffView.tsx"),
  () => <Skeleton rows={4} />,
);
