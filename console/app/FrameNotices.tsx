/** What is said above every screen: that there is no network, or that the server is newer than the tab. */
import { useEffect, useSyncExternalStore } from "react";
import { isServerNewer, onServerNewer } from "../api/version.ts";
import { useOnline } from "../ui/useOnline.ts";
import { frameWords as words } from "../words/frame.ts";

export default function FrameNotices() {
  const isOnline = useOnline();
  // Whoever scrolls by keys needs something to be in, where buttons and fields wait.
  useEffect(() => {
    document.getElementById("content")?.setAttribute("tabindex", isOnline ? "-1" : "0");
  }, [isOnline]);
  const isNewer = useSyncExternalStore(onServerNewer, isServerNewer);
  return (
    <div role="status" className="frame-notices">
      {isOnline ? null : <p className="frame-notice">{words.offline}</p>}
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
