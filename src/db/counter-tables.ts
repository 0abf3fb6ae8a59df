import type { Fixed } from './column-types.ts';

/** How much a user uploaded on the day of the last upload. */
export interface UploadDaysTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** Days since 1970, UTC. */
  day: number;
  bytes: number;
}

/** How much a person or a public link added to forms on the day of the last addition. */
export interface AnswerDaysTable {
  account_id: Fixed<string>;
  /** The id of a user or of a link; of a link also `<id> <digest>`, for the site of a visitor. */
  writer_id: Fixed<string>;
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
