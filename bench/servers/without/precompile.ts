// Formstead that builds the SQL of each query every time.
import { replaceFunction } from './replace.ts';

replaceFunction(
  'db/precompile.ts',
  'precompile',
  `export function precompile(build) {
    return async (db, values) => (await db.executeQuery(build(db, values).compile())).rows;
  }`,
);
