import { type Rules, rulesOf } from '#forms/answers/question-rules.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

export interface FileField {
  readonly type: 'file' | 'signaturepad';
  /** The rules for each file. */
  readonly rules: Rules;
}

const HOLDERS = ['pages', 'elements', 'templateElements'] as const;

/** Returns the questions for files by name, including those in repeating sections. */
export function fileFieldsOf(definition: JsonObject): ReadonlyMap<string, FileField> {
  const found = new Map<string, FileField>();
  const open: JsonValue[] = [definition];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next)) continue;
    const type = member(next, 'type');
    const name = member(next, 'name');
    if ((type === 'file' || type === 'signaturepad') && typeof name === 'string') {
      found.set(name, { type, rules: rulesOf(next, type, {}) });
    }
    for (const holder of HOLDERS) {
      const inner = member(next, holder);
      if (Array.isArray(inner)) open.push(...inner);
    }
  }
  return found;
}
