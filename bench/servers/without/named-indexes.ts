// Formstead on SQLite that lets SQLite choose the index.
import { replaceFunction } from './replace.ts';

replaceFunction(
  'db/dialect.ts',
  'throughIndex',
  `export function throughIndex(db, table, alias) {
    return sql\`\${sql.table(table)} as \${sql.ref(alias)}\`;
  }`,
);
