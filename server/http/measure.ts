import { Counter, Gauge, type Registry } from "prom-client";

/** Says one figure, with what tells it from the others of its name. */
type SayFigure = (value: number, labels?: Readonly<Record<string, string>>) => void;

/**
 * A figure that is asked for when somebody reads it. One whose name ends with `_total` only grows.
 * @param labels what tells its series apart
 * @param ask says all series there are now; those that it doesn't say are left out
 */
export function measure(
  registry: Registry,
  name: string,
  help: string,
  labels: readonly string[],
  ask: (say: SayFigure) => void | Promise<void>,
): void {
  const about = { name, help, labelNames: [...labels], registers: [] };
  const empty = (figure: Gauge | Counter): void => {
    figure.reset();
    // One without labels would say 0 of itself.
    if (labels.length === 0) figure.remove();
  };
  if (name.endsWith("_total")) {
    registry.registerMetric(
      new Counter({
        ...about,
        async collect() {
          empty(this);
          await ask((value, series = {}) => this.inc({ ...series }, value));
        },
      }),
    );
    return;
  }
  registry.registerMetric(
    new Gauge({
      ...about,
      async collect() {
        empty(this);
        await ask((value, series = {}) => this.set({ ...series }, value));
      },
    }),
  );
}
