import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import type { Members } from '#questionnaires/answers/answer-shapes.ts';

/** Returns the answers, and those in rows, without the values that the engine adds, such as the totals of a table. */
export function withoutEngineValues(members: Members, data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const shape = members.get(name);
      if (shape === undefined || (shape.kind === 'computed' && shape.isTotal)) return [];
      if (shape.kind !== 'rows' || !Array.isArray(value)) return [[name, value] as const];
      const rows: readonly JsonValue[] = value;
      const kept = rows.map((row) =>
        isObject(row) ? withoutEngineValues(shape.members, row) : row,
      );
      return [[name, kept] as const];
    }),
  );
}
