// Formstead on SQLite that reads over a different connection than it writes with.
import { replace } from './replace.ts';

replace(
  'db/sqlite-reads.ts',
  /return this\.#writer\.isIdle \? this\.#writer\.statements : this\.#own;/,
  'return this.#own;',
);
