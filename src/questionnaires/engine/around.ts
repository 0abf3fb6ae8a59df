type Wrap<T> = (call: () => T, self: unknown, given: readonly unknown[]) => T;

/** Replaces a method of the engine by one that may call it. */
export function around<T>(prototype: object, name: string, wrap: Wrap<T>): void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function') throw new Error(`The forms engine has no method ${name}.`);
  Reflect.set(prototype, name, function (this: unknown, ...given: readonly unknown[]): T {
    return wrap(() => Reflect.apply(original, this, given), this, given);
  });
}
