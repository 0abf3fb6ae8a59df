import { isObject, type JsonValue } from '#kernel/json.ts';

/** What stands in place of a secret. */
const REMOVED = '[removed]';

const SECRET_NAME = /passw(?:or)?d|secret|token/i;
const SECRET_PATH = /(?:^|[:.])password(?:$|\[)/i;
const MAX_DEPTH = 32;

/** The same without passwords and other secrets, wherever they stand: attributes, PATCH operations, bulk data. */
export function redact(value: JsonValue, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) return REMOVED;
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1));
  if (!isObject(value)) return value;
  const isSecretPatch = Object.entries(value).some(
    ([name, path]) =>
      name.toLowerCase() === 'path' && typeof path === 'string' && SECRET_PATH.test(path),
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isSecret = SECRET_NAME.test(name) || (isSecretPatch && name.toLowerCase() === 'value');
      return [name, isSecret ? REMOVED : redact(each, depth + 1)];
    }),
  );
}

/** A query without the values of parameters, and filters, that may hold a secret. */
export function redactQuery(query: string): string {
  return query
    .split('&')
    .map((parameter) => {
      const [name = ''] = parameter.split('=', 1);
      return SECRET_NAME.test(parameter) ? `${name}=${REMOVED}` : parameter;
    })
    .join('&');
}
