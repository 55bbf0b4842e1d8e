/** What a screen throws, as a screen: nothing is ever blank. */
import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { NotFound } from "../../sdk/src/index.ts";
import { Absent, Fault, Newer } from "../ui/Notice.tsx";
import { Frame } from "./Frame.tsx";

interface BoundaryProps {
  readonly children: ReactNode;
}

/** Catches what the screen of an address throws; another address, or another try, begins anew. */
export function Boundary({ children }: BoundaryProps) {
  const [path] = useLocation();
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Catch key={path} reset={reset}>
          {children}
        </Catch>
      )}
    </QueryErrorResetBoundary>
  );
}

class Catch extends Component<BoundaryProps & { readonly reset: () => void }, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  again = (): void => {
    this.props.reset();
    this.setState({ error: undefined } as never);
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Frame title="" trail={[]}>
        {error instanceof NotFound ? (
          <Absent />
        ) : isMissingPart(error) ? (
          <Newer />
        ) : (
          <Fault error={error} again={this.again} />
        )}
      </Frame>
    );
  }
}

/** A part of the program that is gone from the server: there is a newer version. */
function isMissingPart({ message }: Error): boolean {
  return /dynamically imported module|module script failed/i.test(message);
}
