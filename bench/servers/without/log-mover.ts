// Formstead on SQLite that moves the write-ahead log on the main thread.
import { replace } from './replace.ts';

replace(
  'db/sqlite-writer.ts',
  /this\.#log\.move\(\)\.then\(/,
  "Promise.resolve(this.handle.pragma('wal_checkpoint(passive)')).then(",
);
