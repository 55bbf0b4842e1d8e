/** The whole program: what is read, what went wrong, and which screen an address has. */
import {
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import { StrictMode, useEffect } from "react";
import { Route, Switch, useLocation } from "wouter";
import { Unauthenticated } from "../../sdk/src/index.ts";
import { doorHref } from "../api/door.ts";
import { isGone } from "../api/needed.ts";
import { useOwnSettings } from "../api/settings.ts";
import { noteSignedOut } from "../api/signedOut.ts";
import { hasTyped } from "../api/typed.ts";
import { useLiveQueries, useOpenPlace } from "../api/useLive.ts";
import { Boundary } from "../app/Boundary.tsx";
import { Frame } from "../app/Frame.tsx";
import { keptSender } from "../app/keptSender.ts";
import { allowSingleKeys } from "../app/keys.ts";
import { leave } from "../app/leaving.ts";
import { screen } from "../app/screen.tsx";
import { followTheme } from "../app/theme.ts";
import { isWriting, onceUnwritten, tellSignedOut } from "../app/writers.ts";
import { Home } from "../features/home/Home.tsx";
import { Start } from "../features/home/Start.tsx";
import { readSpace, SpaceScreen } from "../features/spaces/SpaceScreen.tsx";
import { isPossible, pageAt, placeOf, ROUTES } from "../routes.ts";
import { Absent } from "../ui/Notice.tsx";
import { later } from "../ui/later.tsx";
import { administration } from "./administration.tsx";
import { reviewing } from "./reviewing.tsx";
import { spaceParts } from "./spaceParts.tsx";

keptSender.load = () => import("../features/writing/pushing.ts");

/** Nothing on the first screen waits for it. */
const ReadingAhead = later(() => import("../app/ahead.ts"), undefined, false);

/** What comes at once is drawn at once: each told by itself would be a picture of its own. */
notifyManager.setScheduler(together());

const queries = new QueryClient({
  defaultOptions: {
    // The client library has tried again where that may help.
    queries: { retry: false, staleTime: 5_000, throwOnError: isGone },
  },
  queryCache: new QueryCache({ onError: leaveIfSignedOut }),
});

function together(): (tell: () => void) => void {
  let waiting: (() => void)[] = [];
  const tellAll = (): void => {
    const all = waiting;
    waiting = [];
    for (const tell of all) tell();
  };
  return (tell) => {
    if (waiting.push(tell) === 1) setTimeout(tellAll);
  };
}

/**
 * A session that has ended leads to the door, and back; once, however many calls hear of it. Who is writing stays, and is
 * told beside what they write; who has typed something into a form stays too.
 */
function leaveIfSignedOut(error: Error, query: Query<unknown, unknown>): void {
  if (!(error instanceof Unauthenticated)) return;
  takeBack(query);
  if (isWriting()) return tellSignedOut(error);
  if (hasTyped()) return noteSignedOut(error);
  leave(() => location.assign(doorHref()));
}

/**
 * Leaves what was asked as it was before, to be asked again: a screen that throws the refusal would take away what is
 * typed on it, and the way back in that stands beside it.
 */
function takeBack(query: Query<unknown, unknown>): void {
  const status = query.state.data === undefined ? "pending" : "success";
  query.setState({ ...query.state, status, error: null, isInvalidated: true });
}

/** Has the console as its person has set it. */
function OwnSettings(): null {
  const { theme, singleKeys = true } = useOwnSettings() ?? {};
  useEffect(() => (theme === undefined ? undefined : followTheme(theme)), [theme]);
  useEffect(() => allowSingleKeys(singleKeys), [singleKeys]);
  return null;
}

/** Follows what the address has open, on whichever screen, and has read again what changes there. */
function LivePlaces(): null {
  const [path] = useLocation();
  useLiveQueries(onceUnwritten);
  useOpenPlace(placeOf(path));
  return null;
}

function Nowhere() {
  return (
    <Frame title="" trail={[]}>
      <Absent />
    </Frame>
  );
}

/** What the first screen shows: drawn when that is there, it needs no picture of what will be there. */
export async function readFirst(): Promise<void> {
  const { space, page, number } = pageAt(location.pathname) ?? {};
  if (space !== undefined) await readSpace(queries, space, page, number);
}

export function App() {
  const [path] = useLocation();
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LivePlaces />
        <ReadingAhead />
        <OwnSettings />
        <Boundary>
          <Switch>
            {isPossible(path) ? null : <Route component={Nowhere} />}
            <Route path={ROUTES.start}>{() => <Start />}</Route>
            <Route path={ROUTES.anyIntegration}>{(params) => <Start {...params} />}</Route>
            <Route path={ROUTES.home}>{(params) => <Home {...params} />}</Route>
            {administration}
            {spaceParts}
            {screen("collection", () => import("../features/collections/CollectionScreen.tsx"))}
            {reviewing}
            <Route path={ROUTES.changedPage}>
              {(params) => <SpaceScreen key={params.space} {...params} />}
            </Route>
            <Route path={ROUTES.page}>{(params) => <SpaceScreen key={params.space} {...params} />}</Route>
            <Route path={ROUTES.space}>{(params) => <SpaceScreen key={params.space} {...params} />}</Route>
            <Route component={Nowhere} />
          </Switch>
        </Boundary>
      </QueryClientProvider>
    </StrictMode>
  );
}
