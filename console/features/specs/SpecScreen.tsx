/** A description of an API: where it comes from, how it was read, and what is wrong with it. */
import { useQuery } from "@tanstack/react-query";
import { organization as organizationOf, spec as specOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { words } from "../../words.ts";

export function SpecScreen({ organization, spec }: RouteParams<"spec">) {
  const { data: within } = useQuery({ ...organizationOf(organization), throwOnError: true });
  const { data: it } = useQuery({ ...specOf(organization, spec), throwOnError: true });
  const trail = [
    { title: within?.title ?? "", href: addressOf("home", { organization }) },
    { title: spec, href: addressOf("spec", { organization, spec }) },
  ];
  return (
    <Frame title={spec} trail={trail} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{spec}</h1>
        </header>
        {it === undefined ? (
          <Skeleton rows={3} />
        ) : (
          <>
            <p className="lead facts-line">
              <span className="state" data-state={it.lastProcessErrorCode === undefined ? "open" : "draft"}>
                {it.lastProcessErrorCode === undefined
                  ? words.specStates[it.processingState]
                  : words.specFaults[it.lastProcessErrorCode]}
              </span>
              {it.lastProcessedAt === undefined ? null : (
                <Time at={it.lastProcessedAt} say={words.specRead} />
              )}
            </p>
            {it.sourceURL === undefined ? null : <p className="muted">{words.specFrom(it.sourceURL)}</p>}
            {(it.lastProcessedErrors ?? []).length === 0 ? null : (
              <>
                <h2>{words.specProblems}</h2>
                <ul className="list">
                  {it.lastProcessedErrors?.map(({ message }) => (
                    <li key={message} className="list-row">
                      {message}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </Frame>
  );
}
