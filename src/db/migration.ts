import type { Tx } from './database.ts';

/**
 * A step of the schema: forward only, shared by both engines, and never edited once released. It keeps everything that
 * the version before it reads and writes (docs/decisions/0059-migrations-expand-first.md).
 */
export interface Migration {
  /** `YYYYMMDD-what`; migrations run in this order. */
  readonly name: string;
  up(tx: Tx): Promise<void>;
}
