// Names that an expression writes as a text: of a field in `displayValue('site')`, of a column in
// `sumInArray({list}, 'column')`. The engine tells upper from lower case in them.
import type { JsonObject } from '#kernel/json.ts';
import { type LocatedQuestion, textIn } from './questions.ts';
import type { Token } from './tokens.ts';

export interface QuotedNames {
  /** The questions of each table and repeating section; those of the form itself under undefined. */
  readonly questions: ReadonlyMap<JsonObject | undefined, ReadonlySet<string>>;
  /** The pages, sections and repeating sections of the form itself. */
  readonly containers: ReadonlySet<string>;
}

/** Collects the names that functions can find. */
export function quotedNamesIn(questions: readonly LocatedQuestion[]): QuotedNames {
  const found = new Map<JsonObject | undefined, Set<string>>();
  for (const { question, type, sections, table } of questions) {
    if (type === 'page' || type === 'panel') continue;
    const holder = table ?? sections.at(-1);
    found.set(holder, (found.get(holder) ?? new Set()).add(textIn(question, 'name')));
  }
  const ofForm = questions.filter(({ sections }) => sections.length === 0);
  const groups = ofForm.filter(({ type }) => type === 'panel' || type === 'paneldynamic');
  // The engine names pages without a name by their number, and adds one to a form without pages.
  const pages = questions.filter(({ type }) => type === 'page');
  const pageNames = pages.map(({ question }, i) => textIn(question, 'name') || `page${i + 1}`);
  const containers = new Set([
    ...groups.map(({ question }) => textIn(question, 'name')),
    ...(pages.length === 0 ? ['page1'] : pageNames),
  ]);
  return { questions: found, containers };
}

/** Returns the names in calls of functions that find none of it from there. */
export const lostNames = (
  { questions, containers }: QuotedNames,
  { sections, table }: LocatedQuestion,
  tokens: readonly Token[],
): readonly string[] =>
  callsIn(tokens).flatMap(({ called, name }) => {
    const around = called === 'getComment' ? [] : [table, ...sections];
    const isFound =
      called === 'isContainerReady'
        ? containers.has(name)
        : [...around, undefined].some((holder) => questions.get(holder)?.has(name) === true);
    return isFound ? [] : [name];
  });

const FINDING: ReadonlySet<string> = new Set(
  'displayValue propertyValue getComment isContainerReady'.split(' '),
);

/** Returns the calls whose first argument is a name, with or without quotes. */
const callsIn = (tokens: readonly Token[]) =>
  tokens.flatMap(({ kind, spelled }, i) => {
    const [open, name, end] = tokens.slice(i + 1, i + 4);
    const isCall = kind === 'word' && FINDING.has(spelled) && open?.spelled === '(';
    if (!isCall || (end?.spelled !== ',' && end?.spelled !== ')')) return [];
    if (name?.kind !== 'text' && name?.kind !== 'word') return [];
    return [{ called: spelled, name: name.kind === 'text' ? unquoted(name) : name.spelled }];
  });

/** Returns the list and the column of each call such as `sumInArray({list}, 'column')`. */
export const columnsIn = (tokens: readonly Token[]) =>
  tokens.flatMap(({ kind, spelled }, i) => {
    const [open, list, comma, column, and, returned] = tokens.slice(i + 1, i + 7);
    const isCall =
      kind === 'word' &&
      /.InArray$/i.test(spelled) &&
      open?.spelled === '(' &&
      comma?.spelled === ',';
    if (!isCall || list?.kind !== 'name' || column?.kind !== 'text') return [];
    // Of the row with the least or greatest value, a third argument names the column to return. It may be a condition.
    const isReturned =
      /^m(?:in|ax)InArray$/i.test(spelled) &&
      and?.spelled === ',' &&
      returned?.kind === 'text' &&
      !/[{}><=!]/.test(returned.spelled);
    const columns = isReturned ? [column, returned] : [column];
    return columns.map((each) => ({ list: list.spelled.slice(1, -1), column: unquoted(each) }));
  });

const unquoted = ({ spelled }: Token): string => spelled.slice(1, -1).replaceAll(/\\(['"])/g, '$1');
