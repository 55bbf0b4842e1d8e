/** What a screen throws, as a screen: nothing is ever blank. */
import { QueryErrorResetBoundary, useQueryClient } from "@tanstack/react-query";
import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { NotFound } from "../../sdk/src/index.ts";
import { isServerNewer } from "../api/version.ts";
import { isMissingPart } from "../ui/missingPart.ts";
import { Absent, Fault, Newer, NoLonger } from "../ui/Notice.tsx";
import { words } from "../words.ts";
import { Frame } from "./Frame.tsx";

interface BoundaryProps {
  readonly children: ReactNode;
}

/** Catches what the screen of an address throws; another address, or another try, begins anew. */
export function Boundary({ children }: BoundaryProps) {
  const [path] = useLocation();
  const cache = useQueryClient().getQueryCache();
  // What was read before and is there no longer was taken away while somebody looked at it.
  const wasSeen = (error: Error): boolean =>
    cache.getAll().some(({ state }) => state.error === error && state.data !== undefined);
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Catch path={path} reset={reset} wasSeen={wasSeen}>
          {children}
        </Catch>
      )}
    </QueryErrorResetBoundary>
  );
}

interface CatchProps extends BoundaryProps {
  readonly path: string;
  readonly reset: () => void;
  readonly wasSeen: (error: Error) => boolean;
}

interface CatchState {
  readonly path: string;
  readonly error: Error | undefined;
}

class Catch extends Component<CatchProps, CatchState> {
  override state: CatchState = { path: this.props.path, error: undefined };

  static getDerivedStateFromError(error: Error): Partial<CatchState> {
    return { error };
  }

  /** What is on the screen stays there while only its address changes: a page that is written, the tree beside it. */
  static getDerivedStateFromProps({ path }: CatchProps, before: CatchState): CatchState | null {
    return path === before.path ? null : { path, error: undefined };
  }

  again = (): void => {
    this.props.reset();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Frame title="" trail={[]}>
        {error instanceof NotFound ? (
          this.props.wasSeen(error) ? (
            <NoLonger />
          ) : (
            <Absent />
          )
        ) : !isMissingPart(error) ? (
          <Fault error={error} again={this.again} />
        ) : isServerNewer() ? (
          <Newer />
        ) : (
          <Fault error={new Error(words.reloadForPart)} again={this.again} />
        )}
      </Frame>
    );
  }
}
