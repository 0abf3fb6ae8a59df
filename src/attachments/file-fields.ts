import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { type Rules, rulesOf } from '#questionnaires/answers/question-rules.ts';

export interface FileField {
  readonly type: FileType;
  /** The rules for each file. */
  readonly rules: Rules;
}

type FileType = (typeof FILE_TYPES)[number];
const FILE_TYPES = ['file', 'signaturepad', 'sketch'] as const;

const HOLDERS = ['pages', 'elements', 'templateElements'] as const;

/** Returns the questions for files by name, including those in repeating sections. */
export function fileFieldsOf(definition: JsonObject): ReadonlyMap<string, FileField> {
  const found = new Map<string, FileField>();
  const open: JsonValue[] = [definition];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next)) continue;
    const given = member(next, 'type');
    const type = FILE_TYPES.find((each) => each === given);
    const name = member(next, 'name');
    if (type !== undefined && typeof name === 'string') {
      found.set(name, { type, rules: rulesOf(next, type, {}) });
    }
    for (const holder of HOLDERS) {
      const inner = member(next, holder);
      if (Array.isArray(inner)) open.push(...inner);
    }
  }
  return found;
}
