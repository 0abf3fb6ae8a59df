// Names that an expression writes as a text: of a field in `displayValue('site')`, of a column in
// `sumInArray({list}, 'column')`. The engine tells upper from lower case in them, which it does not in `{site}`.
import type { JsonObject } from '#kernel/json.ts';
import { type LocatedQuestion, textIn } from './questions.ts';
import { nameIn, type Token, withoutQuotes } from './tokens.ts';

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

/**
 * Returns the names in the expression of a question that its functions look for and do not find. `displayValue` and
 * `propertyValue` look into the row and the entries around the question first, and then into the form.
 */
export const missingNames = (
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

/** The functions that find a field, a section or a page by its name. */
const FINDERS: ReadonlySet<string> = new Set(
  'displayValue propertyValue getComment isContainerReady'.split(' '),
);

/** Returns the calls of these functions with the name that each looks for, which may stand without quotes. */
const callsIn = (tokens: readonly Token[]) =>
  tokens.flatMap(({ kind, spelled }, i) => {
    const [open, name, end] = tokens.slice(i + 1, i + 4);
    const isCall = kind === 'word' && FINDERS.has(spelled) && open?.spelled === '(';
    if (!isCall || (end?.spelled !== ',' && end?.spelled !== ')')) return [];
    if (name?.kind !== 'text' && name?.kind !== 'word') return [];
    return [
      { called: spelled, name: name.kind === 'text' ? withoutQuotes(name.spelled) : name.spelled },
    ];
  });

/** Returns the list and the column of each call such as `sumInArray({list}, 'column')`, once for each column. */
export const columnsIn = (tokens: readonly Token[]) =>
  tokens.flatMap(({ kind, spelled }, i) => {
    const [open, list, comma, column, and, returned] = tokens.slice(i + 1, i + 7);
    const isCall =
      kind === 'word' &&
      /.InArray$/.test(spelled) &&
      open?.spelled === '(' &&
      comma?.spelled === ',';
    if (!isCall || list?.kind !== 'name' || column?.kind !== 'text') return [];
    // A third argument names the column that is returned of the row with the least or greatest value, unless it is a
    // condition for rows. The engine tells the two apart by these characters.
    const isReturned =
      /^m(?:in|ax)InArray$/.test(spelled) &&
      and?.spelled === ',' &&
      returned?.kind === 'text' &&
      !/[{}><=!]/.test(returned.spelled);
    const columns = isReturned ? [column, returned] : [column];
    return columns.map((each) => ({ list: nameIn(list), column: withoutQuotes(each.spelled) }));
  });
