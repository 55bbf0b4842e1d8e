/** Screens that are loaded when they are first opened. */
import type { ComponentType } from "react";
import { Route } from "wouter";
import { ROUTES, type RouteName, type RouteParams } from "../routes.ts";
import { later } from "../ui/later.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Frame } from "./Frame.tsx";

type Screen<Name extends RouteName> = ComponentType<RouteParams<Name>>;

const loads = new Map<RouteName, () => Promise<unknown>>();

/** Loads a screen before it is opened. What fails then is told by the screen itself. */
export async function loadScreen(name: RouteName): Promise<void> {
  await loads
    .get(name)?.()
    .catch(() => undefined);
}

/** The route of a screen. Another thing at the same kind of address is another screen: nothing typed goes along. */
export function screen<Name extends RouteName>(
  name: Name,
  load: () => Promise<{ readonly default: Screen<Name> }>,
) {
  type Params = Readonly<Record<string, string>>;
  const Loaded = later(load as unknown as () => Promise<{ default: ComponentType<Params> }>, Waiting);
  loads.set(name, Loaded.load);
  return (
    <Route key={name} path={ROUTES[name]}>
      {(params) => <Loaded key={Object.values(params).join("/")} {...(params as Params)} />}
    </Route>
  );
}

function Waiting({ organization }: { readonly organization?: string }) {
  return (
    <Frame title="" trail={[]} organization={organization}>
      <div className="column">
        <Skeleton />
      </div>
    </Frame>
  );
}
