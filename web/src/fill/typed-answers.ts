import { type Answers, isRecord } from '#web/offline/merge.ts';

/**
 * The questions of a form, or of a row of it: computed values, or rows with further questions. Others are not listed.
 */
type Members = ReadonlyMap<string, 'computed' | Members>;

/**
 * Returns a function that leaves only typed answers: without the computed values, totals and emptied cells of the
 * engine, which the server leaves out too. Otherwise two copies of the same answers would differ.
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

/** Returns the elements of pages and panels at any depth, without those of repeating sections and tables. */
function elementsIn(holder: object): readonly Readonly<Record<string, unknown>>[] {
  if (!isRecord(holder)) return [];
  const inner = HOLDERS.flatMap((each) => listIn(holder[each])).filter(isRecord);
  return inner.flatMap((each) => [each, ...elementsIn(each)]);
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
