// The steps that can be undone and redone. Typing without a break in one field is one step.

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The key of the last step: a following step with the same key is merged into it. */
  readonly key: string | undefined;
}

const MAX_STEPS = 100;

export const startHistory = <T>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  key: undefined,
});

export function step<T>(history: History<T>, present: T, key?: string): History<T> {
  if (present === history.present) return history;
  const joins = key !== undefined && key === history.key;
  const past = joins ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present, future: [], key };
}

export function undo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  const last = past.at(-1);
  if (last === undefined) return { ...rest, past, present, future };
  return { past: past.slice(0, -1), present: last, future: [present, ...future], key: undefined };
}

export function redo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  const [next, ...later] = future;
  if (next === undefined) return { ...rest, past, present, future };
  return { past: [...past, present], present: next, future: later, key: undefined };
}
