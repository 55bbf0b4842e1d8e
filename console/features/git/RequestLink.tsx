import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { changeRequest } from "../../api/queries.ts";
import { addressOf } from "../../routes.ts";

interface RequestLinkProps {
  readonly space: string;
  /** The id of a change request; undefined where there is none yet. */
  readonly request: string | undefined;
  readonly children: ReactNode;
}

/** The way to a change request, which its address names by its number. */
export function RequestLink({ space, request, children }: RequestLinkProps) {
  const { data } = useQuery({ ...changeRequest(space, request ?? ""), enabled: request !== undefined });
  if (data === undefined) return <span className="list-link">{children}</span>;
  return (
    <Link className="list-link" href={addressOf("change", { space, number: `${data.number}` })}>
      {children}
    </Link>
  );
}
