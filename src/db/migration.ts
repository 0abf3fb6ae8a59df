import type { Tx } from './database.ts';

/**
 * A step of the schema: forward only, shared by both engines, and never edited once released. It keeps everything that
 * the version before it reads and writes (docs/decisions/0059-migrations-expand-first.md).
 */
export interface Migration {
  /** `YYYYMMDD-what`; migrations run in this order. */
  readonly name: string;
  /**
   * The oldest version that may serve this schema beside the version that brings it. A step that only adds names the
   * version before; one that takes away what no version uses any more names the first version that did not use it.
   */
  readonly oldestBeside: string;
  up(tx: Tx): Promise<void>;
}
