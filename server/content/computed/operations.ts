/** Operations of the pages that are made, by what people type who look for one: its method and path, or its path alone. */

/** An operation on the page that shows it. */
export interface PlacedOperation {
  readonly page: string;
  readonly method: string;
  readonly path: string;
}

/** Operations by their paths; each path as `pathKey` gives it. */
export type OperationsByPath = ReadonlyMap<string, readonly PlacedOperation[]>;

interface AskedOperation {
  /** In lower case; undefined: any. */
  readonly method: string | undefined;
  readonly path: string;
}

const ASKED = /^(?:(get|put|post|delete|options|head|patch|trace|query)[ \t]+)?(\/\S*)$/i;

/** What a line asks for, where it is nothing but a path with or without a method. */
export function askedOperation(line: string): AskedOperation | undefined {
  const [, method, path] = ASKED.exec(line.trim()) ?? [];
  return path === undefined ? undefined : { method: method?.toLowerCase(), path };
}

/** What parameters are called, the case of letters and a slash at the end tell no operations apart. */
function pathKey(path: string): string {
  const segments = path.split("/").map((segment) => (segment.startsWith(":") ? "{}" : segment));
  const key = segments
    .join("/")
    .replaceAll(/\{[^{}]*\}/g, "{}")
    .toLowerCase();
  return key.length > 1 && key.endsWith("/") ? key.slice(0, -1) : key;
}

export function operationsByPath(operations: readonly PlacedOperation[]): OperationsByPath {
  const byPath = new Map<string, PlacedOperation[]>();
  for (const operation of operations) {
    const key = pathKey(operation.path);
    const list = byPath.get(key);
    if (list === undefined) byPath.set(key, [operation]);
    else list.push(operation);
  }
  return byPath;
}

/** The operations that are asked for, in the order of their pages. */
export function operationsAsked(
  operations: OperationsByPath,
  { method, path }: AskedOperation,
): readonly PlacedOperation[] {
  const found = operations.get(pathKey(path)) ?? [];
  return method === undefined ? found : found.filter((one) => one.method.toLowerCase() === method);
}
