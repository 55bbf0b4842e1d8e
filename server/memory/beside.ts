/**
 * Values that lie beside objects: found again while the object is the very same, and gone with it. What they take is
 * bounded by whoever holds the objects.
 */
export class Beside<V extends {}, Of extends object = object> {
  readonly #values = new WeakMap<Of, V>();

  get(of: Of): V | undefined {
    return this.#values.get(of);
  }

  set(of: Of, value: V): V {
    this.#values.set(of, value);
    return value;
  }

  /** The value beside an object, made when there is none. */
  make(of: Of, make: (of: Of) => V): V {
    return this.#values.get(of) ?? this.set(of, make(of));
  }
}
