// The functions of XLSForm expressions that the forms engine has too, or can be written with what it has.
import type { Expression } from './parse-expression.ts';
import {
  atom,
  COMPARISON,
  quote,
  type Scope,
  type Target,
  targetOf,
  Untranslatable,
  type Writing,
  type Written,
  within,
} from './written.ts';

type Args = readonly Expression[];

/** Writes a call; returns undefined when it cannot be written with these arguments. */
export type Call = (args: Args, writing: Writing) => Written | undefined;

const comparison = (text: string): Written => ({ text, precedence: COMPARISON });

/** Writes a call of a function of the engine with the same arguments. */
const named =
  (name: string, least: number, most = least): Call =>
  (args, writing) =>
    args.length < least || args.length > most ? undefined : atom(callOf(name, args, writing));

const callOf = (name: string, args: Args, writing: Writing): string =>
  `${name}(${args.map((arg) => writing.write(arg).text).join(', ')})`;

/** Writes the only argument as it is. */
const itself: Call = ([of, ...more], writing) =>
  of === undefined || more.length > 0 ? undefined : writing.write(of);

const asDate: Call = (args, writing) => {
  const written = itself(args, writing);
  return written && { ...written, isDate: true };
};

const listed =
  (name: string, plain: Call | undefined): Call =>
  (args, writing) => {
    const [of] = args;
    const list = of && args.length === 1 ? listOf(of, writing.scope) : undefined;
    if (list === undefined) return plain?.(args, writing);
    return atom(`${name}({${list.section}}, ${quote(list.field)})`);
  };

function listOf(of: Expression, scope: Scope): Target['list'] {
  return of.kind === 'field' ? scope.field(of.name).list : undefined;
}

const not: Call = ([of, ...more], writing) => {
  if (of === undefined || more.length > 0) return undefined;
  if (of.kind === 'call' && of.name === 'selected') return chosen(of.args, writing, false);
  return atom(`!(${writing.write(of).text})`);
};

/** Whether a choice is chosen. */
function chosen([list, choice]: Args, writing: Writing, isChosen: boolean): Written | undefined {
  const target = list && targetOf(list, writing.scope);
  if (target === undefined || choice === undefined) return undefined;
  if (target.list !== undefined) return undefined;
  const value = within(writing.write(choice), COMPARISON + 1);
  const [yes, no] = target.type === 'choices' ? ['contains', 'notcontains'] : ['=', '!='];
  return comparison(`${target.spelled} ${isChosen ? yes : no} ${value}`);
}

/** The length of a text, or the number of choices. */
const length: Call = ([of, ...more], writing) => {
  const target = of && targetOf(of, writing.scope);
  if (target === undefined || more.length > 0 || !target.spelled.startsWith('{')) return undefined;
  const { spelled } = target;
  // A constraint is about an answer that is there.
  if (of?.kind === 'self') return atom(`${spelled.slice(0, -1)}.length}`);
  return atom(`iif(${spelled} empty, 0, ${spelled.slice(0, -1)}.length})`);
};

const coalesce: Call = ([first, second, ...more], writing) => {
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const [a, b] = [writing.write(first), writing.write(second)];
  return atom(`iif(${within(a, COMPARISON + 1)} notempty, ${a.text}, ${b.text})`);
};

/**
 * Joins texts. The engine adds numbers, and texts that spell numbers, so one of the first two parts has to be a text
 * that does not.
 */
const concat: Call = (args, writing) => {
  const isSafe = args
    .slice(0, 2)
    .some((arg) => arg.kind === 'text' && Number.isNaN(Number(arg.value)));
  if (args.length > 1 && !isSafe) return undefined;
  const parts = args.map((arg) => within(writing.write(arg), 6));
  return parts.length === 0 ? undefined : { text: parts.join(' + '), precedence: 5 };
};

const countFilled: Call = (args, writing) =>
  args.length === 0
    ? undefined
    : {
        text: args
          .map((arg) => `iif(${within(writing.write(arg), COMPARISON + 1)} notempty, 1, 0)`)
          .join(' + '),
        precedence: args.length === 1 ? 9 : 5,
      };

const power: Call = ([base, exponent], writing) =>
  base === undefined || exponent === undefined
    ? undefined
    : {
        text: `${within(writing.write(base), 9)} ^ ${within(writing.write(exponent), 9)}`,
        precedence: 7,
      };

const absolute: Call = ([of, ...more], writing) => {
  if (of === undefined || more.length > 0) return undefined;
  const written = writing.write(of);
  const text = within(written, 6);
  return atom(`iif(${text} < 0, 0 - ${text}, ${written.text})`);
};

/** Parts of a date that have a function of their own. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['%Y', 'year'],
  ['%n', 'month'],
  ['%e', 'day'],
]);

const formatDate: Call = ([date, format], writing) => {
  const part = format?.kind === 'text' ? PARTS.get(format.value) : undefined;
  return date && part ? atom(`${part}(${writing.write(date).text})`) : undefined;
};

/** The text of a choice: `jr:choice-name(${x}, '${x}')`. */
const choiceName: Call = ([of], writing) => {
  const name = of && targetOf(of, writing.scope)?.shownName;
  return name === undefined ? undefined : atom(`displayValue(${quote(name)})`);
};

const contains: Call = ([text, part], writing) =>
  text === undefined || part === undefined
    ? undefined
    : comparison(
        `${within(writing.write(text), COMPARISON + 1)} contains ${within(writing.write(part), COMPARISON + 1)}`,
      );

export const FUNCTIONS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['true', (args) => (args.length === 0 ? atom('true') : undefined)],
  ['false', (args) => (args.length === 0 ? atom('false') : undefined)],
  ['not', not],
  ['today', (args) => (args.length === 0 ? atom('today()', true) : undefined)],
  ['now', (args) => (args.length === 0 ? atom('currentDate()', true) : undefined)],
  ['date', asDate],
  ['date-time', asDate],
  ['decimal-date-time', asDate],
  ['if', named('iif', 3)],
  ['coalesce', coalesce],
  ['selected', (args, writing) => chosen(args, writing, true)],
  ['count-selected', length],
  ['string-length', length],
  ['number', itself],
  ['string', itself],
  ['boolean', itself],
  ['int', named('trunc', 1)],
  ['round', named('round', 1, 2)],
  ['abs', absolute],
  ['pow', power],
  ['min', listed('minInArray', named('min', 2, 50))],
  ['max', listed('maxInArray', named('max', 2, 50))],
  ['sum', listed('sumInArray', undefined)],
  ['count', listed('countInArray', undefined)],
  ['count-non-empty', listed('countInArray', countFilled)],
  ['concat', concat],
  ['substr', named('substring', 2, 3)],
  ['contains', contains],
  ['format-date', formatDate],
  ['format-date-time', formatDate],
  ['jr:choice-name', choiceName],
  ['position', (args) => (args.length === 0 ? atom('{panelIndex} + 1') : undefined)],
  [
    'regex',
    () => {
      throw new Untranslatable('pattern', 'regex()');
    },
  ],
]);
