import { createHash } from 'node:crypto';

/** SQL text to the name under which PostgreSQL keeps its plan, for the queries of hot paths. */
const names = new Map<string, string>();

/** From now on each connection plans this text once. */
export function keepPrepared(sql: string): void {
  names.set(sql, `f_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`);
}

export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}
