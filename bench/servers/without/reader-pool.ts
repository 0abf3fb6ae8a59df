// Formstead on SQLite whose scans run on the main thread.
import { replace } from './replace.ts';

replace(
  'db/open-sqlite.ts',
  /const rows = await soundly\(pool\.run\(sql, parameters, deadlineMs, onRan\)\);/,
  'const rows = reads.read(sql, parameters);',
);
