/** What the elements of integrations offer: other components, which a button or a field opens. */
import { isFields, type KitFields } from "./contentKitFields.ts";
import { partsOf } from "./contentKitParts.ts";

/** What an integration is asked to draw. */
export interface BlockOffer {
  readonly componentId: string;
  readonly props: KitFields;
}

const ACTIONS: ReadonlySet<string> = new Set(["onPress", "onValueChange", "onContentChange"]);

/** The element with more to each action of it that opens a component. @param more fields of the action */
export function withOffers(element: unknown, more: (offer: BlockOffer) => KitFields): unknown {
  if (Array.isArray(element)) return element.map((one) => withOffers(one, more));
  if (!isFields(element)) return element;
  const parts = partsOf(element);
  const entries = Object.entries(element).map(([name, value]) => {
    if (ACTIONS.has(name)) return [name, actionWith(value, more)];
    return [name, parts.has(name) ? withOffers(value, more) : value];
  });
  return Object.fromEntries(entries);
}

function actionWith(action: unknown, more: (offer: BlockOffer) => KitFields): unknown {
  if (!isFields(action) || action["action"] !== "@ui.modal.open") return action;
  const { componentId } = action;
  if (typeof componentId !== "string") return action;
  const props = isFields(action["props"]) ? action["props"] : {};
  return { ...action, props, ...more({ componentId, props }) };
}
