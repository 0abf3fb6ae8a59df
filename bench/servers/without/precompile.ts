// Formstead that builds the SQL of each query each time.
import { replaceFunction } from './replace.ts';

replaceFunction(
  'db/precompile.ts',
  'precompile',
  `export function precompile(build) {
    return async (db, parameters) => {
      const { rows } = await db.executeQuery({ ...build(db).compile(), parameters });
      return rows;
    };
  }`,
);
