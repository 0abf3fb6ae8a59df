import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { type Rules, rulesOf } from '#questionnaires/answers/question-rules.ts';

export interface FileField {
  readonly type: FileType;
  /** The rules for each file. */
  readonly rules: Rules;
}

type FileType = (typeof FILE_TYPES)[number];
const FILE_TYPES = ['file', 'signaturepad', 'sketch'] as const;

const HOLDERS = ['pages', 'elements', 'templateElements', 'columns'] as const;

/** Returns the questions for files by name, including those in repeating sections and the columns of tables. */
export function fileFieldsOf(definition: JsonObject): ReadonlyMap<string, FileField> {
  const found = new Map<string, FileField>();
  const open: JsonValue[] = [definition];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next)) continue;
    // The cells of a table have a type of their own.
    const given = member(next, 'cellType') ?? member(next, 'type');
    const type = FILE_TYPES.find((each) => each === given);
    const name = member(next, 'name');
    if (type !== undefined && typeof name === 'string') {
      const rules = rulesOf(next, type, {});
      const known = found.get(name);
      found.set(
        name,
        known === undefined ? { type, rules } : { ...known, rules: eitherOf(known.rules, rules) },
      );
    }
    for (const holder of HOLDERS) {
      const inner = member(next, holder);
      if (Array.isArray(inner)) open.push(...inner);
    }
  }
  return found;
}

/**
 * Returns the rules of two fields with one name, of which an upload does not say which it is for: two tables may both have a
 * column for photos. The answer that names the file is checked by the rules of its own field.
 */
function eitherOf(one: Rules, other: Rules): Rules {
  const accepts = one.accepts && other.accepts && [...one.accepts, ...other.accepts];
  const hasLimits = one.maxBytes !== undefined && other.maxBytes !== undefined;
  return {
    ...(accepts !== undefined && { accepts }),
    ...(hasLimits && { maxBytes: Math.max(one.maxBytes, other.maxBytes) }),
  };
}
