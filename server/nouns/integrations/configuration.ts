/** What an integration can be told where it is installed: which properties there are, and whether values fit them. */
import type { FieldProblem } from "../../http/errors.ts";
import { pointerPart } from "../../../engine/json.ts";

interface DescribedField {
  readonly title?: string;
  readonly description?: string;
}

type Property = DescribedField &
  (
    | { type: "string"; default?: string; enum?: readonly string[]; completion_url?: string }
    | { type: "number"; default?: number }
    | { type: "boolean"; default?: boolean }
    | { type: "button"; callback_url: string; button_text: string }
  );

interface PropertiesConfiguration {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** Properties, or a component of the integration's own that asks for them. */
export type DeclaredConfiguration = PropertiesConfiguration | { readonly componentId: string };

/** The configurations of an integration, by where it is installed. */
export interface Configurations {
  readonly account?: DeclaredConfiguration;
  readonly space?: DeclaredConfiguration;
  readonly site?: DeclaredConfiguration;
}

export type ConfigurationLevel = keyof Configurations;
export type Configuration = Readonly<Record<string, unknown>>;

/** Longest text that is the value of a property, in characters; and a configuration's JSON. */
const LONGEST_VALUE = 4096;
const LONGEST = 65_536;

/** What is wrong with a declaration itself: defaults that don't fit, and required properties that there aren't. */
export function declarationProblems(declared: DeclaredConfiguration, path: string): FieldProblem[] {
  if ("componentId" in declared) return [];
  const { properties, required = [] } = declared;
  const defaults = Object.entries(properties).flatMap(([name, property]) => {
    const value = defaultOf(property);
    const at = `${path}/properties/${name}/default`;
    return value === undefined ? [] : valueProblem(at, property, value, false);
  });
  const missing = required.flatMap((name, index) =>
    Object.hasOwn(properties, name)
      ? []
      : [{ path: `${path}/required/${index}`, message: "is none of the properties." }],
  );
  return [...defaults, ...missing];
}

/**
 * What is wrong with a configuration under what an integration declares. What is missing is no problem: without it the
 * installation waits.
 * @param byItself whether the integration writes it: the values of buttons are its own
 */
export function configurationProblems(
  declared: DeclaredConfiguration | undefined,
  configuration: Configuration,
  byItself: boolean,
): FieldProblem[] {
  if (JSON.stringify(configuration).length > LONGEST) {
    return [{ path: "/configuration", message: `is longer than ${LONGEST} characters.` }];
  }
  if (declared !== undefined && "componentId" in declared) return [];
  // An integration that declares nothing keeps there what it likes.
  if (declared === undefined && byItself) return [];
  return Object.entries(configuration).flatMap(([name, value]) => {
    const path = `/configuration/${pointerPart(name)}`;
    const properties = declared?.properties ?? {};
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) {
      return [{ path, message: "is no property that the integration declares; remove it." }];
    }
    return valueProblem(path, property, value, byItself);
  });
}

function valueProblem(path: string, property: Property, value: unknown, byItself: boolean): FieldProblem[] {
  if (property.type === "button") {
    return byItself
      ? []
      : [{ path, message: "is a button: the integration itself sets what it stands for." }];
  }
  if (typeof value !== property.type) return [{ path, message: `must be a ${property.type}.` }];
  if (typeof value !== "string" || property.type !== "string") return [];
  if ([...value].length > LONGEST_VALUE) {
    return [{ path, message: `must be at most ${LONGEST_VALUE} characters long.` }];
  }
  if (property.enum === undefined || property.enum.includes(value)) return [];
  return [{ path, message: `must be one of ${property.enum.map((v) => JSON.stringify(v)).join(", ")}.` }];
}

/** A configuration with the defaults of what it doesn't say. */
export function withDefaults(
  declared: DeclaredConfiguration | undefined,
  configuration: Configuration,
): Configuration {
  if (declared === undefined || "componentId" in declared) return configuration;
  const defaults = Object.entries(declared.properties).flatMap(([name, property]) => {
    const value = defaultOf(property);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(defaults), ...configuration };
}

/** Whether nothing that is required is missing, and everything that is said fits what is declared now. */
export function isComplete(
  declared: DeclaredConfiguration | undefined,
  configuration: Configuration,
): boolean {
  if (declared === undefined || "componentId" in declared) return true;
  const full = withDefaults(declared, configuration);
  return (
    (declared.required ?? []).every((name) => Object.hasOwn(full, name)) &&
    Object.entries(full).every(([name, value]) => {
      const property = Object.hasOwn(declared.properties, name) ? declared.properties[name] : undefined;
      return property === undefined || valueProblem("", property, value, true).length === 0;
    })
  );
}

function defaultOf(property: Property): unknown {
  return property.type === "button" ? undefined : property.default;
}
