import type { CompiledQuery } from 'kysely';
import type { Reader } from '#db/database.ts';
import { spyOn } from './credentials.ts';

/** Returns SQLite's plan for each statement of `work`, one line per step. */
export async function planOf(
  db: Reader,
  work: (reader: Reader) => Promise<unknown>,
): Promise<string> {
  const built: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      built.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  // Precompiled statements bypass plugins.
  const { reader, queries } = spyOn(watched);
  await work(reader);
  const steps: string[] = [];
  for (const query of [...built, ...queries]) {
    const sql = `explain query plan ${query.sql}`;
    const { rows } = await db.executeQuery<{ readonly detail: string }>({ ...query, sql });
    steps.push(...rows.map(({ detail }) => detail));
  }
  return steps.join('\n');
}
