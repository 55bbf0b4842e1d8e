/** What the elements of integrations offer: other components, which a button or a field opens. */
import { isFields, type KitFields } from "./contentKitFields.ts";

/** What an integration is asked to draw. */
export interface BlockOffer {
  readonly componentId: string;
  readonly props: KitFields;
}

/** What has parts that are drawn; what is in texts and in data may be what a reader wrote. */
const HOLDERS: ReadonlySet<unknown> = new Set(["block", "vstack", "hstack", "box", "input", "card", "modal"]);
const PARTS: ReadonlySet<string> = new Set(["children", "buttons", "submit", "element"]);
const ACTIONS: ReadonlySet<string> = new Set(["onPress", "onValueChange"]);

/** The element with more to each action of it that opens a component. @param more fields of the action */
export function withOffers(element: unknown, more: (offer: BlockOffer) => KitFields): unknown {
  if (Array.isArray(element)) return element.map((one) => withOffers(one, more));
  if (!isFields(element)) return element;
  const isHolder = HOLDERS.has(element["type"]);
  const entries = Object.entries(element).map(([name, value]) => {
    if (ACTIONS.has(name)) return [name, actionWith(value, more)];
    return [name, isHolder && PARTS.has(name) ? withOffers(value, more) : value];
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
