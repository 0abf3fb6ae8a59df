import type { Tx } from './database.ts';

/**
 * A step of the schema: forward only, shared by both engines, never edited once released. It leaves what the version
 * before it reads and writes (docs/decisions/0059-migrations-expand-first.md).
 */
export interface Migration {
  /** `YYYYMMDD-what`; they run in this order. */
  readonly name: string;
  up(tx: Tx): Promise<void>;
}
