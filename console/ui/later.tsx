/** Parts of the program that are loaded when they are first shown; something stands in their place until then. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { words } from "../words.ts";
import { hurry, whenCalm } from "./calm.ts";
import { say } from "./toasts.ts";

/** A part that is loaded later. */
interface Later<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is shown. */
  readonly load: () => Promise<ComponentType<Props>>;
}

/**
 * A part that is loaded with the first of it that is shown. It is no `lazy` one in a `Suspense`: React holds back for
 * 300 ms what is there soon after another part came, which is each screen with parts of its own.
 * @param instead what stands there until it is loaded; nothing, unless said: then it stands beside what can do without it
 * @param isAwaited whether somebody waits for it; else it is loaded after what is
 */
export function later<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  instead?: (props: Props) => ReactNode,
  isAwaited = true,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async (): Promise<ComponentType<Props>> =>
    (loaded ??= (await (isAwaited ? hurry(load()) : whenCalm().then(load))).default);
  function Part(props: Props): ReactNode {
    const [View, show] = useState(() => loaded);
    useEffect(() => {
      if (View !== undefined) return;
      loadOnce().then(
        (found) => show(() => found),
        (error: unknown) => {
          // Browsers ask for it once. What stands around it, such as a page that is written, stays.
          if (!navigator.onLine) say({ text: words.needsNetwork, isWrong: true });
          else if (instead === undefined) say({ text: words.reloadForPart, isWrong: true });
          // Else it is said by what stands around all screens, as whatever a part throws.
          else
            show(() => {
              throw error;
            });
        },
      );
    }, [View]);
    if (View !== undefined) return <View {...props} />;
    return instead === undefined ? null : instead(props);
  }
  return Object.assign(Part, { load: loadOnce });
}
