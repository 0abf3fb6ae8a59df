import type { World } from './command.ts';

const PROGRESS_MS = 1000;

/** Called with how many of the rows of a table are done; without `all`, nobody knows how many there are. */
export type Progress = (table: string, rows: number, all?: number) => void;

/**
 * Tells about once a second how far a table is, and when it is done, if that is known.
 * @param unit what is counted
 */
export function progressTo({ stderr, clock }: World, unit = 'rows'): Progress {
  let next = 0;
  return (table, rows, all) => {
    if (rows !== all && clock.now() < next) return;
    next = clock.now() + PROGRESS_MS;
    stderr.write(`${table}: ${rows}${all === undefined ? '' : ` of ${all}`} ${unit}\n`);
  };
}
