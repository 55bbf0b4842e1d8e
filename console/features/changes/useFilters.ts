import { useLocation, useSearch } from "wouter";

/** What a list is narrowed to, as its address says it: it is kept when one goes on and comes back. */
export function useFilters(): readonly [URLSearchParams, (name: string, value: string) => void] {
  const [path, go] = useLocation();
  const filters = new URLSearchParams(useSearch());
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(filters);
    if (value === "") next.delete(name);
    else next.set(name, value);
    go(next.size === 0 ? path : `${path}?${next}`, { replace: true });
  };
  return [filters, set];
}
