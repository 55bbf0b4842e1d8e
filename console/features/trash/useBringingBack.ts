import { useLocation } from "wouter";
import type { DeletedPage } from "../../../sdk/src/index.ts";
import type { OwnPlace } from "../../app/ownPlace.tsx";
import { addressOf } from "../../routes.ts";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { partsWords } from "../../words/parts.ts";
import { bringBack } from "./bringBack.ts";

/**
 * Brings back a page that was deleted, and says so; who proposes it is led to their change request.
 * @returns whether it is in the space again
 */
export function useBringingBack({ inPlace }: OwnPlace): (page: DeletedPage) => Promise<boolean> {
  const [, go] = useLocation();
  return async (page) => {
    const said = partsWords.broughtBack(page.title);
    try {
      const { space, number } = await inPlace(partsWords.backSubject(page.title), async (place) => {
        await bringBack(place, page);
        return place;
      });
      if (number === undefined) say({ text: said });
      else {
        say({ text: partsWords.inRequest(said, number) });
        go(addressOf("changedPage", { space, number, page: page.id }));
      }
      return number === undefined;
    } catch (error) {
      sayNotDone(error);
      return false;
    }
  };
}
