import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import { type Answers, isRecord } from '#web/offline/merge.ts';

/**
 * The questions of a form, or of a row of it: computed values, the name of a row that the template gives, or rows with
 * further questions. Others are not listed.
 */
type Members = ReadonlyMap<string, 'computed' | 'name' | Members>;

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
    if (kind === undefined || kind === 'name' || !Array.isArray(value)) return [[name, value]];
    const rows = value.map((row: unknown) => (isRecord(row) ? typedIn(row, kind) : row));
    const isFixed = kind.get(ROW_NAME) === 'name';
    const isNothing = isFixed && rows.every((row) => Object.keys(Object(row)).length < 2);
    return isNothing ? [] : [[name, rows]];
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
): readonly (readonly [string, 'computed' | 'name' | Members])[] {
  const { name, type, cellType, templateElements, columns } = element;
  if (typeof name !== 'string') return [];
  if (type === 'expression' || cellType === 'expression') return [[name, 'computed']];
  const isTable = type === 'matrixdynamic' || type === 'matrixdropdown';
  if (type !== 'paneldynamic' && !isTable) return [];
  const inner = membersOf({ elements: isTable ? columns : templateElements });
  return [
    [name, type === 'matrixdropdown' ? new Map([...inner, [ROW_NAME, 'name']]) : inner],
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
