// The functions of XLSForm expressions that the forms engine has too, or can be written with what it has.
import { isDateFormat } from '#questionnaires/definition/own-functions.ts';
import { choiceLike, noteMissing } from './compare.ts';
import type { Expression } from './parse-expression.ts';
import {
  always,
  asAnswered,
  atom,
  COMPARISON,
  condition,
  constantOf,
  emptiness,
  type ListTarget,
  quote,
  type Scope,
  SUM,
  type Target,
  targetOf,
  Untranslatable,
  type ValueType,
  type Writing,
  type Written,
  within,
} from './written.ts';

type Args = readonly Expression[];

/** Writes a call; returns undefined when it cannot be written with these arguments. */
export type Call = (args: Args, writing: Writing) => Written | undefined;

/** Writes a call with the same arguments. Without any argument, a function of the engine always has a value. */
const named =
  (name: string, type: ValueType, least: number, most = least, isSure = most === 0): Call =>
  (args, writing) => {
    if (args.length < least || args.length > most) return undefined;
    const written = args.map((arg) => writing.write(arg));
    if (type === 'number' && written.some((each) => each.type === 'date')) {
      throw new Untranslatable('dateNumber', '');
    }
    return atom(`${name}(${written.map(({ text }) => text).join(', ')})`, type, isSure);
  };

/** Writes a call of a function of texts, which reads each answer as it was given. */
const ofTexts =
  (name: string, type: ValueType, least: number, most = least, isSure = true): Call =>
  (args, writing) => {
    if (args.length < least || args.length > most) return undefined;
    const texts = args.map((arg) => asAnswered(writing.write(arg)));
    const text = `${name}(${texts.join(', ')})`;
    return type === 'boolean' ? condition(text, 9) : atom(text, type, isSure);
  };

/** Writes the only argument as it is. */
const itself =
  (type?: ValueType): Call =>
  ([of, ...more], writing) => {
    if (of === undefined || more.length > 0) return undefined;
    const written = writing.write(of);
    return { ...written, type: type ?? written.type };
  };

const number: Call = ([of, ...more], writing) => {
  if (of === undefined || more.length > 0) return undefined;
  const written = writing.write(of);
  if (written.type === 'date') return written;
  return written.type === 'number' ? written : atom(`toNumber(${written.text})`, 'number');
};

/** Writes a function of all entries of a repeating section, or one of its arguments. */
const listed =
  (name: string, plain: Call): Call =>
  (args, writing) => {
    const [of] = args;
    const list = of && args.length === 1 ? listOf(of, writing.scope) : undefined;
    if (list === undefined) return plain(args, writing);
    if (!list.isRequired) writing.scope.note('emptyEntries', { what: `${name}()` });
    // The sum of nothing is 0.
    const isSure = name === 'sum';
    return atom(`${name}InArray({${list.section}}, ${quote(list.field)})`, 'number', isSure);
  };

function listOf(of: Expression, scope: Scope): ListTarget | undefined {
  return of.kind === 'field' ? scope.field(of.name).list : undefined;
}

/** The number of entries, whether or not something is filled in. */
const count: Call = ([of, ...more], { scope }) => {
  const target = of && targetOf(of, scope);
  if (target === undefined || more.length > 0) return undefined;
  const { list, type, spelled } = target;
  if (type === 'entries') return atom(`listLength(${spelled})`, 'number', true);
  if (list === undefined) return undefined;
  if (!list.isConditional) return atom(`listLength({${list.section}})`, 'number', true);
  scope.note('countFilled', { what: 'count()' });
  return atom(`countInArray({${list.section}}, ${quote(list.field)})`, 'number', true);
};

const countFilled: Call = (args, writing) => {
  const [of] = args;
  const list = of && args.length === 1 ? listOf(of, writing.scope) : undefined;
  if (list) return atom(`countInArray({${list.section}}, ${quote(list.field)})`, 'number', true);
  if (args.length === 0) return undefined;
  const text = args
    .map((arg) => `iif(${emptiness(writing.write(arg), false).text}, 1, 0)`)
    .join(' + ');
  return { text, precedence: args.length === 1 ? 9 : SUM, type: 'number', isSure: true };
};

const not: Call = ([of, ...more], writing) => {
  if (of === undefined || more.length > 0) return undefined;
  if (of.kind === 'call' && of.name === 'selected') return chosen(of.args, writing, false);
  const written = writing.condition(of);
  const constant = constantOf(written);
  return constant === undefined ? condition(`!(${written.text})`, 9) : always(!constant);
};

/** Whether a choice is chosen, or a word is among others. */
function chosen(
  [list, choice, ...more]: Args,
  writing: Writing,
  isChosen: boolean,
): Written | undefined {
  if (list === undefined || choice === undefined || more.length > 0) return undefined;
  const target = targetOf(list, writing.scope);
  if (target?.type === 'choice') return writing.compare(isChosen ? '=' : '!=', list, choice);
  if (target?.type === 'choices') return amongChoices(target, choice, writing, isChosen);
  const words = [list, choice].map((each) => asAnswered(writing.write(each)));
  return condition(`${isChosen ? '' : '!'}hasWord(${words.join(', ')})`);
}

function amongChoices(
  { spelled, offered }: Target,
  choice: Expression,
  writing: Writing,
  isChosen: boolean,
): Written {
  const operator = isChosen ? 'contains' : 'notcontains';
  if (choice.kind !== 'text' && choice.kind !== 'number') {
    const value = within(writing.write(choice), COMPARISON + 1);
    return condition(`${spelled} ${operator} ${value}`);
  }
  const value = choiceLike(choice.value, offered);
  if (value !== undefined) return condition(`${spelled} ${operator} ${quote(value)}`);
  noteMissing(writing.scope, spelled, choice.value);
  return always(!isChosen);
}

const either: Call = ([test, then, otherwise, ...more], writing) => {
  if (test === undefined || then === undefined || otherwise === undefined) return undefined;
  if (more.length > 0) return undefined;
  const [a, b] = [writing.write(then), writing.write(otherwise)];
  const type = a.type === b.type ? a.type : 'other';
  return atom(
    `iif(${writing.condition(test).text}, ${a.text}, ${b.text})`,
    type,
    a.isSure && b.isSure,
  );
};

const coalesce: Call = ([first, second, ...more], writing) => {
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const [a, b] = [writing.write(first), writing.write(second)];
  const type = a.type === b.type ? a.type : 'other';
  return atom(`iif(${emptiness(a, false).text}, ${a.text}, ${b.text})`, type, b.isSure);
};

/** Joins texts. The operator of the engine would add those that spell numbers. */
const concat: Call = (args, writing) => joined([{ kind: 'text', value: '' }, ...args], writing);

const joined: Call = (args, writing) => {
  const [separator, of, ...more] = args;
  if (separator === undefined || of === undefined) return undefined;
  const list = listOf(of, writing.scope);
  if (list === undefined) return ofTexts('joinTexts', 'text', 2, 50)(args, writing);
  if (more.length > 0) return undefined;
  const by = asAnswered(writing.write(separator));
  return atom(`joinInArray({${list.section}}, ${quote(list.field)}, ${by})`, 'text', true);
};

/** `indexed-repeat(${name}, ${person}, 2)`: the name of the second person. */
const indexed: Call = ([field, section, index, ...more], writing) => {
  const list = field && listOf(field, writing.scope);
  if (!list || section?.kind !== 'field' || index === undefined || more.length > 0)
    return undefined;
  const { spelled } = writing.scope.field(section.name);
  if (spelled !== `{${list.section}}`) return undefined;
  return atom(
    `valueInArray(${spelled}, ${quote(list.field)}, ${writing.write(index).text})`,
    'other',
  );
};

const substring: Call = ([of, ...more], writing) => {
  if (of === undefined || more.length === 0 || more.length > 2) return undefined;
  const written = writing.write(of);
  const text = asAnswered(written);
  const source = written.type === 'text' ? text : `joinTexts('', ${text})`;
  return atom(
    `substring(${[source, ...more.map((arg) => writing.write(arg).text)].join(', ')})`,
    'text',
  );
};

const formatDate: Call = ([date, format, ...more], writing) => {
  if (date === undefined || format?.kind !== 'text' || more.length > 0) return undefined;
  if (!isDateFormat(format.value)) throw new Untranslatable('unknownFunction', format.value);
  return atom(`formatDate(${writing.write(date).text}, ${quote(format.value)})`, 'text');
};

/** The text of a choice: `jr:choice-name(${x}, '${x}')`. */
const choiceName: Call = ([of], writing) => {
  const name = of && targetOf(of, writing.scope)?.shownName;
  return name === undefined ? undefined : atom(`displayValue(${quote(name)})`, 'text');
};

const root: Call = ([of, ...more], writing) =>
  of === undefined || more.length > 0
    ? undefined
    : atom(`power(${writing.write(of).text}, 0.5)`, 'number');

const truth: Call = ([of, ...more], writing) =>
  of === undefined || more.length > 0 ? undefined : writing.condition(of);

const position: Call = (args) =>
  args.length === 0
    ? { text: '{panelIndex} + 1', precedence: SUM, type: 'number', isSure: true }
    : undefined;

const pattern: Call = () => {
  throw new Untranslatable('pattern', 'regex()');
};

export const FUNCTIONS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['true', (args) => (args.length === 0 ? always(true) : undefined)],
  ['false', (args) => (args.length === 0 ? always(false) : undefined)],
  ['not', not],
  ['boolean', truth],
  ['today', named('today', 'date', 0)],
  ['now', named('currentDate', 'date', 0)],
  ['date', itself('date')],
  ['date-time', itself('date')],
  ['decimal-date-time', itself('date')],
  ['if', either],
  ['coalesce', coalesce],
  ['selected', (args, writing) => chosen(args, writing, true)],
  ['selected-at', ofTexts('itemAt', 'other', 2, 2, false)],
  ['count-selected', ofTexts('listLength', 'number', 1)],
  ['string-length', ofTexts('textLength', 'number', 1)],
  ['number', number],
  ['string', itself('text')],
  ['int', named('truncate', 'number', 1)],
  ['floor', named('floor', 'number', 1)],
  ['ceiling', named('ceiling', 'number', 1)],
  ['round', named('roundTo', 'number', 1, 2)],
  ['abs', named('absolute', 'number', 1)],
  ['pow', named('power', 'number', 2)],
  ['sqrt', root],
  ['pi', (args) => (args.length === 0 ? atom(String(Math.PI), 'number', true) : undefined)],
  ['min', listed('min', named('least', 'number', 2, 50))],
  ['max', listed('max', named('greatest', 'number', 2, 50))],
  ['sum', listed('sum', () => undefined)],
  ['count', count],
  ['count-non-empty', countFilled],
  ['concat', concat],
  ['join', joined],
  ['indexed-repeat', indexed],
  ['substr', substring],
  ['contains', ofTexts('containsText', 'boolean', 2)],
  ['starts-with', ofTexts('startsWith', 'boolean', 2)],
  ['ends-with', ofTexts('endsWith', 'boolean', 2)],
  ['format-date', formatDate],
  ['format-date-time', formatDate],
  ['jr:choice-name', choiceName],
  ['position', position],
  ['regex', pattern],
]);
