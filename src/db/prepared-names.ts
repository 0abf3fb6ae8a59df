import { createHash } from 'node:crypto';

/** Maps the SQL text of a hot query to the name under which PostgreSQL keeps its plan. */
const names = new Map<string, string>();

/** Makes each connection plan this text only once from now on. */
export function keepPrepared(sql: string): void {
  names.set(sql, `f_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`);
}

export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}
