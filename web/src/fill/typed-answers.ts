import { type Answers, isRecord } from '../offline/merge.ts';

/** What the questions of a form, or of a row of it, hold: computed values, rows, or what somebody typed. */
type Members = ReadonlyMap<string, 'computed' | Members>;

/**
 * Only what somebody typed: the engine's computed values, totals and emptied cells left out, as the server
 * leaves them out. Otherwise two copies of the same answers would differ.
 */
export function typedAnswers(definition: object): (answers: Answers) => Answers {
  const members = membersOf(definition);
  return (answers) => typedIn(answers, members);
}

function typedIn(answers: Answers, members: Members): Answers {
  const typed = Object.entries(answers).flatMap(([name, value]): [string, unknown][] => {
    const kind = members.get(name);
    if (kind === 'computed' || value === null || value === undefined) return [];
    if (kind === undefined || !Array.isArray(value)) return [[name, value]];
    return [[name, value.map((row: unknown) => (isRecord(row) ? typedIn(row, kind) : row))]];
  });
  return Object.fromEntries(typed);
}

const HOLDERS = ['pages', 'elements'] as const;

function membersOf(holder: object): Members {
  const found = elementsIn(holder).flatMap(membersOfOne);
  return new Map(found);
}

function membersOfOne(
  element: Readonly<Record<string, unknown>>,
): readonly (readonly [string, 'computed' | Members])[] {
  const { name, type, cellType, templateElements, columns } = element;
  if (typeof name !== 'string') return [];
  if (type === 'expression' || cellType === 'expression') return [[name, 'computed']];
  if (type !== 'paneldynamic' && type !== 'matrixdynamic') return [];
  const elements = type === 'paneldynamic' ? templateElements : columns;
  return [
    [name, membersOf({ elements })],
    [`${name}-total`, 'computed'],
  ];
}

/** Those inside of pages and panels too; what repeats has its own. */
function elementsIn(holder: object): readonly Readonly<Record<string, unknown>>[] {
  if (!isRecord(holder)) return [];
  const inner = HOLDERS.flatMap((each) => listIn(holder[each])).filter(isRecord);
  return inner.flatMap((each) => [each, ...elementsIn(each)]);
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
