/** Items of a tree whose methods are made when they are first asked for: of ten thousand pages, sixty are drawn. */
import { buildStaticInstance, type FeatureImplementation, type InstanceBuilder } from "@headless-tree/core";

type Method = (options: object, ...rest: unknown[]) => unknown;

/** Under it an item has what its methods are given. */
const OPTIONS = Symbol("options");

interface LazyItem {
  [OPTIONS]?: object;
}

/** What all items of a tree have in common, by the features of the tree. */
const prototypes = new WeakMap<readonly FeatureImplementation[], object>();

/** Builds the instances of a tree. What an item is asked for the first time stays with it, the very same. */
export const buildLazily: InstanceBuilder = (features, type, optionsOf) => {
  if (type === "treeInstance") return buildStaticInstance(features, type, optionsOf);
  let prototype = prototypes.get(features);
  if (prototype === undefined) prototypes.set(features, (prototype = prototypeOf(features)));
  const item = Object.create(prototype) as LazyItem;
  return [item as never, () => void (item[OPTIONS] = optionsOf(item))];
};

function prototypeOf(features: readonly FeatureImplementation[]): object {
  const layers = new Map<string, Method[]>();
  for (const { itemInstance = {} } of features)
    for (const [name, method] of Object.entries(itemInstance))
      layers.set(name, [...(layers.get(name) ?? []), method as Method]);
  const prototype = {};
  for (const [name, methods] of layers)
    Object.defineProperty(prototype, name, {
      get(this: LazyItem) {
        const value = joined(methods, this[OPTIONS]!);
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  return prototype;
}

/** One method of several features: each gets that of those before it, to go on with. */
function joined(methods: readonly Method[], options: object): (...rest: unknown[]) => unknown {
  let prev: ((...rest: unknown[]) => unknown) | undefined;
  for (const method of methods) {
    const given = { ...options, prev };
    prev = (...rest) => method(given, ...rest);
  }
  return prev!;
}
