// Compares what clients were told with what a data directory holds.
import type { Services } from '#services.ts';
import type { Ledger } from './ledger.ts';

export interface Expected {
  readonly ledger: Ledger;
  /** Moment of the crash, as the ledger counts. */
  readonly moment: number;
  readonly accountId: string;
}

/** Compares the objects of a kind in the ledger with those that were found. */
export const compare = (
  { ledger, moment }: Expected,
  kind: string,
  found: ReadonlyMap<string, string>,
): readonly string[] =>
  ledger
    .things(kind)
    .flatMap((thing) => ledger.fault(thing, found.get(thing.slice(kind.length + 1)), moment) ?? []);

/** Counts the audit events of one action for each object. */
export async function countOf(
  db: Services['db'],
  accountId: string,
  action: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.reader
    .selectFrom('audit_events')
    .select(({ fn }) => ['target_id', fn.countAll<number>().as('lines')])
    .where('account_id', '=', accountId)
    .where('action', '=', action)
    .groupBy('target_id')
    .execute();
  return new Map(rows.map(({ target_id, lines }) => [String(target_id), Number(lines)]));
}
