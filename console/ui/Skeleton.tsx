import { words } from "../words.ts";

/** Rows of the size that what is loaded will have; they appear only where it takes a moment. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton-row" data-width={row % 4} />
      ))}
    </div>
  );
}
