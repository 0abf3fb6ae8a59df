import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

/** What decides whether a question is shown, and what its calculated value is. */
const DECIDING = [
  ...['visibleIf', 'templateVisibleIf', 'choicesVisibleIf', 'expression'],
  ...['panelCountExpression', 'totalExpression', 'defaultValueExpression'],
];
const HOLDING = ['pages', 'elements'];
const ROWS = ['columns', 'templateElements'];

/**
 * Returns whether conditions and calculations of a definition depend on each other in a circle, such as two questions of
 * which each is shown while the other is empty. It may take a form for one with a circle that has none, but not the other
 * way round.
 */
export function hasCircle(definition: JsonObject): boolean {
  const uses = new Map<string, readonly string[]>();
  const within = new Map<string, readonly string[]>();
  /** Collects what each question depends on, and returns the names of all questions in `holder`. */
  const collect = (holder: JsonObject, outer: readonly string[]): readonly string[] => {
    const own = [...outer, ...textsDeciding(holder).flatMap(namesIn)];
    const name = textIn(holder, 'name');
    const inner = partsOf(holder, [...HOLDING, ...ROWS]).flatMap((part) => collect(part, own));
    if (name === undefined || partsOf(holder, HOLDING).length > 0) return inner;
    uses.set(name, [...(uses.get(name) ?? []), ...own]);
    within.set(name, inner);
    return [name, ...inner];
  };
  collect(definition, []);
  const done = new Set<string>();
  const open = new Set<string>();
  const leadsBack = (name: string): boolean => {
    if (open.has(name)) return true;
    if (done.has(name)) return false;
    open.add(name);
    const used = (uses.get(name) ?? []).flatMap((each) => [each, ...(within.get(each) ?? [])]);
    const found = used.some(leadsBack);
    open.delete(name);
    done.add(name);
    return found;
  };
  return [...uses.keys()].some(leadsBack);
}

const textsDeciding = (part: JsonObject): readonly string[] => [
  ...DECIDING.flatMap((property) => textIn(part, property) ?? []),
  ...partsOf(part, ['choices']).flatMap((choice) => textIn(choice, 'visibleIf') ?? []),
];

/** Returns every name that an expression may mean: `{visits[0].who}` means `visits` and `who`. */
const namesIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/\{([^}]*)\}|'([^']*)'|"([^"]*)"/g)].flatMap(
    ([, inBraces, ...quoted]) => {
      if (inBraces === undefined) return quoted.flatMap((each) => each?.toLowerCase() ?? []);
      const name = inBraces.trim().replace(/^[$#]/, '').toLowerCase();
      return [name, ...name.split(/[.[\]]/).filter((part) => part !== '')];
    },
  );

function partsOf(holder: JsonObject, properties: readonly string[]): readonly JsonObject[] {
  return properties.flatMap((property) => {
    const parts: JsonValue | undefined = holder[property];
    return Array.isArray(parts) ? parts.filter(isObject) : [];
  });
}

function textIn(part: JsonObject, property: string): string | undefined {
  const text = part[property];
  return typeof text === 'string' ? (property === 'name' ? text.toLowerCase() : text) : undefined;
}
