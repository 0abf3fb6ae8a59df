import type { Tx } from './database.ts';

type Finisher = () => Promise<void>;

const finishers = new WeakMap<Tx, Finisher[]>();

/**
 * Runs `finish` as one of the last steps of the transaction, after its work. What it throws rolls the transaction back.
 * Totals that many transactions write are changed there, so that their rows are locked for as short as possible.
 */
export function beforeCommit(tx: Tx, finish: Finisher): void {
  const known = finishers.get(tx);
  if (known) known.push(finish);
  else finishers.set(tx, [finish]);
}

/** Runs what {@link beforeCommit} was given, in its order. */
export async function finish(tx: Tx): Promise<void> {
  for (const each of finishers.get(tx) ?? []) await each();
}
