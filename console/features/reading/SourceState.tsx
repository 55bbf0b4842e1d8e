/** Beside a computed page of an integration: how making its pages went, and a way to have them made anew. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ContentSource } from "../../../engine/contentSource.ts";
import { refreshSource, sourceOf } from "../../api/sources.ts";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { Time } from "../../ui/Time.tsx";
import { readingWords as words } from "../../words/reading.ts";

interface SourceStateProps {
  readonly space: string;
  /** What the ids of its pages are made from. */
  readonly seed: string;
  readonly source: ContentSource;
}

export default function SourceState({ space, seed, source }: SourceStateProps) {
  const cache = useQueryClient();
  const { data } = useQuery(sourceOf(space, seed, source));
  const { mutate, isPending } = useMutation({
    mutationFn: () => refreshSource(space, seed),
    onSuccess: () => {
      say({ text: words.madeSoon });
      void cache.invalidateQueries({ queryKey: ["space", space] });
    },
    onError: sayNotDone,
  });
  if (data === null || data === undefined) return null;
  const { state, integration, pages, problem, computedAt } = data;
  return (
    <section aria-label={words.madeBy(integration)}>
      <p>{words.sourceState[state](integration, pages)}</p>
      {problem === undefined ? null : <p role="status">{problem}</p>}
      {computedAt === undefined ? null : (
        <p className="muted">
          <Time at={computedAt} say={words.madeAt} />
        </p>
      )}
      <button type="button" className="button button-secondary" disabled={isPending} onClick={() => mutate()}>
        {words.refresh}
      </button>
    </section>
  );
}
