/** What is said above every screen: no network, a session that ended, a server that is newer than the tab. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { doorHref } from "../api/door.ts";
import { isBehind } from "../api/needed.ts";
import { isAnotherPerson, noteSignedOut, onSignedOut, whySignedOut } from "../api/signedOut.ts";
import { isServerNewer, onServerNewer } from "../api/version.ts";
import { Countdown } from "../ui/Countdown.tsx";
import { useReadAgainAt } from "../ui/retryAt.ts";
import { useOnline } from "../ui/useOnline.ts";
import { useWayBack } from "../ui/wayBack.ts";
import { words as all } from "../words.ts";
import { frameWords as words } from "../words/frame.ts";
import { useFormKey } from "./formKey.ts";
import { refuseStrayFiles } from "./strayFiles.ts";

export default function FrameNotices() {
  useFormKey();
  useEffect(refuseStrayFiles, []);
  const isOnline = useOnline();
  // Whoever scrolls by keys needs something to be in, where buttons and fields wait.
  useEffect(() => {
    document.getElementById("content")?.setAttribute("tabindex", isOnline ? "-1" : "0");
  }, [isOnline]);
  const isNewer = useSyncExternalStore(onServerNewer, isServerNewer);
  const why = useSyncExternalStore(onSignedOut, whySignedOut);
  const cache = useQueryClient();
  const goOn = (): void => {
    noteSignedOut(undefined);
    void cache.invalidateQueries();
  };
  return (
    <div role="status" className="frame-notices">
      {why === undefined ? null : <SignedOut why={why} goOn={goOn} />}
      {isOnline ? <Behind /> : <p className="frame-notice">{words.offline}</p>}
      {isNewer ? (
        <p className="frame-notice">
          {words.newer}
          <button type="button" className="button button-secondary" onClick={() => location.reload()}>
            {words.reload}
          </button>
        </p>
      ) : null}
    </div>
  );
}

function SignedOut({ why, goOn }: { readonly why: Error; readonly goOn: () => void }) {
  const box = useWayBack<HTMLParagraphElement>();
  return (
    <p ref={box} className="frame-notice">
      {isAnotherPerson(why) ? words.anotherPerson : words.signedOut}
      <a className="button" href={doorHref()} target="_blank" rel="noopener">
        {all.signIn}
      </a>
      <button type="button" className="button button-secondary" onClick={goOn}>
        {all.signedInAgain}
      </button>
    </p>
  );
}

/** What is shown stays when it can't be read again: it is asked for once more by itself, or when somebody wants to. */
function Behind() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const error = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.getAll().find(isBehind)?.state.error ?? undefined,
  );
  const until = useReadAgainAt(error);
  if (error === undefined) return null;
  const again = (): void => void client.refetchQueries({ predicate: isBehind });
  return (
    <p className="frame-notice">
      {/* Whoever looks at a page has no use for the address that didn't answer. */}
      <span>{until === undefined ? words.behind(error.message) : words.away}</span>
      <button type="button" className="button button-secondary" onClick={again}>
        {all.again} {until === undefined ? null : <Countdown until={until} over={again} />}
      </button>
    </p>
  );
}
