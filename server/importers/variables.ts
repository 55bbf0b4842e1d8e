import { stringify } from "yaml";
import { VARIABLE_NAME_MAX, VARIABLE_TEXT_MAX } from "../../engine/changeResource.ts";
import type { VariableValue } from "../../engine/page.ts";
import type { ReadYaml } from "./yamlText.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const MAX_VARIABLES = 10_000;

interface SaidVariables {
  said: Map<string, VariableValue>;
  problems: string[];
  refused?: string;
}

/**
 * The variables of `.gitbook/vars.yaml`, a map of names to values; what is none is named in `problems`. `refused`: why
 * nothing could be read, which is the one problem then.
 */
export function variablesIn(yaml: ReadYaml): SaidVariables {
  const variables = new Map<string, VariableValue>();
  const refuse = (refused: string) => ({ said: variables, problems: [refused], refused });
  if ("refused" in yaml) return refuse(yaml.refused);
  if (yaml.value === null || yaml.value === undefined) return { said: variables, problems: [] };
  if (!(yaml.value instanceof Map)) return refuse("it is not a map of names to values");
  const problems: string[] = [];
  for (const [key, value] of yaml.value as Map<unknown, unknown>) {
    const name = String(key);
    const problem = variableProblem(name, value);
    if (problem !== undefined) problems.push(problem);
    else if (variables.size === MAX_VARIABLES) problems.push(`only ${MAX_VARIABLES} variables are taken`);
    else variables.set(name, value as VariableValue);
    if (problems.length >= MAX_VARIABLES) break;
  }
  return { said: variables, problems };
}

function variableProblem(name: string, value: unknown): string | undefined {
  if (!NAME.test(name) || name.length > VARIABLE_NAME_MAX) {
    return `the variable name ${name.slice(0, 100)} is not a letter followed by letters, digits and _`;
  }
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return undefined;
  if (typeof value !== "string") return `the variable ${name} is neither text, a number, true nor false`;
  if ([...value].length > VARIABLE_TEXT_MAX)
    return `the variable ${name} is longer than ${VARIABLE_TEXT_MAX} characters`;
  return undefined;
}

/** Prints `.gitbook/vars.yaml` with the names in order, or undefined when there is no variable. */
export function printVariables(variables: ReadonlyMap<string, VariableValue>): string | undefined {
  if (variables.size === 0) return undefined;
  const sorted = [...variables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return stringify(new Map(sorted), { lineWidth: 0 });
}
