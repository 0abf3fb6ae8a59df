import type { Fixed } from './column-types.ts';

/** How much a user uploaded on the day of the last upload. */
export interface UploadDaysTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** Days since 1970, UTC. */
  day: number;
  bytes: number;
}

/** Totals, sharded to avoid hot rows: the total is the sum over all shards. */
export interface CountersTable {
  account_id: Fixed<string>;
  name: Fixed<string>;
  shard: Fixed<number>;
  value: number;
}
