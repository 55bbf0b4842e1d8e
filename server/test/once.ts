/** Makes something for the set-ups of all projects, which run in one process: the first that asks has it made. */
export function once<T>(name: string, make: () => T): T {
  const made = globalThis as { [key: symbol]: T | undefined };
  return (made[Symbol.for(`lectern test ${name}`)] ??= make());
}
