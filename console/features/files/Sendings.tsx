/** What is on its way into a space, and what was not taken. */
import { Icon } from "../../ui/Icon.tsx";
import { filesWords } from "../../words/files.ts";
import { giveUp, sendAgain, useSendings } from "./sendings.ts";

export function Sendings({ space }: { readonly space: string }) {
  const sendings = useSendings(space);
  if (sendings.length === 0) return null;
  return (
    <ul className="sendings" aria-label={filesWords.sendingFiles}>
      {sendings.map((one) => (
        <li key={one.id}>
          <span className="cut">{one.name}</span>
          {one.error === undefined ? (
            <progress aria-label={filesWords.sending(one.name)} value={one.part} />
          ) : (
            <>
              <span className="wrong" role="alert">
                {one.error.message}
              </span>
              <button type="button" className="button button-secondary" onClick={() => sendAgain(one)}>
                {filesWords.sendAgain}
              </button>
            </>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={filesWords.giveUp(one.name)}
            onClick={() => giveUp(one)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
