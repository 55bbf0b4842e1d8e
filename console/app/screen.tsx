/** Screens that are loaded when they are first opened. */
import { type ComponentType, lazy, Suspense } from "react";
import { Route } from "wouter";
import { ROUTES, type RouteName, type RouteParams } from "../routes.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Frame } from "./Frame.tsx";

type Screen<Name extends RouteName> = ComponentType<RouteParams<Name>>;

/** The route of a screen. Another thing at the same kind of address is another screen: nothing typed goes along. */
export function screen<Name extends RouteName>(
  name: Name,
  load: () => Promise<{ readonly default: Screen<Name> }>,
) {
  const Loaded = lazy(load) as unknown as ComponentType<Readonly<Record<string, string>>>;
  return (
    <Route key={name} path={ROUTES[name]}>
      {(params) => (
        <Suspense fallback={<Waiting organization={(params as Record<string, string>)["organization"]} />}>
          <Loaded key={Object.values(params).join("/")} {...(params as Record<string, string>)} />
        </Suspense>
      )}
    </Route>
  );
}

function Waiting({ organization }: { readonly organization: string | undefined }) {
  return (
    <Frame title="" trail={[]} organization={organization}>
      <div className="column">
        <Skeleton />
      </div>
    </Frame>
  );
}
