import { whyUseless } from "../../../engine/expression/useless.ts";
import { workOnText } from "../../content/textWork.ts";
import { invalid, invalidField } from "../../http/errors.ts";

/**
 * @param path where the request has it
 * @throws 400 for a condition that can't be read, or that can never be true or false. A blank one is none
 */
export function refuseUselessCondition(condition: string | null | undefined, path: string): void {
  const why = typeof condition === "string" ? whyUseless(condition) : undefined;
  if (why !== undefined) throw invalidField(path, why);
}

/** A text that is being written. */
interface WrittenText {
  /** The title or the id of what it is the text of. */
  readonly name: string;
  /** What its front matter says under `if`. */
  readonly condition?: string | undefined;
  readonly body: string;
  readonly organization: string;
}

/**
 * The same for the conditions of a text: of its front matter and of its blocks.
 * @param path where the request has the text
 * @throws 400 naming whose text it is, and each of the conditions
 */
export async function refuseUselessConditions(
  { name, condition, body, organization }: WrittenText,
  path: string,
): Promise<void> {
  const found = await workOnText(organization, "uselessConditions", { text: body });
  const why = condition === undefined ? undefined : whyUseless(condition);
  const all = [...(why === undefined ? [] : [{ condition: condition ?? "", why }]), ...found];
  if (all.length === 0) return;
  const details = all.map((one) => ({
    path,
    message: `“${name}” has the condition \`${short(one.condition)}\`. ${one.why}`,
  }));
  throw invalid(`${path}: ${details[0]?.message}`, details);
}

const SHOWN = 80;

function short(condition: string): string {
  return condition.length <= SHOWN ? condition : `${condition.slice(0, SHOWN)}…`;
}
