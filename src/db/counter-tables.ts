import type { Fixed } from './column-types.ts';

/** What a person uploaded on the day of the last upload. */
export interface UploadDaysTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** Days since 1970, UTC. */
  day: number;
  bytes: number;
}

/** Kept totals, sharded so that no row is hot: the total is the sum over shards. */
export interface CountersTable {
  account_id: Fixed<string>;
  name: Fixed<string>;
  shard: Fixed<number>;
  value: number;
}
