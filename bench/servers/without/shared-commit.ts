// Formstead on SQLite whose transactions each have their own commit and sync.
import { replace } from './replace.ts';

replace(
  'db/open-sqlite.ts',
  /return await soundly\(runTransaction\(db, work, jitter\)\);/,
  `const turn = globalThis.lastTurn ?? Promise.resolve();
        const alone = turn.then(() => soundly(runTransaction(db, work, jitter)));
        globalThis.lastTurn = alone.catch(() => undefined);
        return await alone;`,
);
