// Expressions of a template as XPath of an XLSForm.
import { plainly } from '#questionnaires/definition/comparisons.ts';
import { nameIn, type Token, tokensOf, withoutQuotes } from '#questionnaires/definition/tokens.ts';

export interface Names {
  /**
   * The name of a field in the file; undefined for what is no field of the form. A field of the same entry begins with
   * `panel.`, a cell of the same row with `row.`.
   */
  readonly fieldOf: (name: string) => string | undefined;
  /** The name of an inner field of a repeated section. */
  readonly fieldIn: (section: string, name: string) => string | undefined;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['equal', '='],
  ['notequal', '!='],
  ['greater', '>'],
  ['less', '<'],
  ['greaterorequal', '>='],
  ['lessorequal', '<='],
  // The answers to yes-no questions are the choices true and false.
  ['true', "'true'"],
  ['false', "'false'"],
  ['iif', 'if'],
  ['today', 'today'],
  ['round', 'round'],
  ['min', 'min'],
  ['max', 'max'],
]);

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['<>', '!='],
  ['/', 'div'],
  ['%', 'mod'],
  ...[...'=<>+-*(),', '!='].map((sign) => [sign, sign] as const),
]);

/** Returns an expression as XPath; undefined when it has a part that XLSForms lack. */
export function xpathOf(expression: string, names: Names): string | undefined {
  const tokens = joined(tokensOf(expression));
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const taken = sumAt(tokens, at, names) ?? comparisonAt(tokens, at, names) ?? oneAt(tokens[at]);
    const part = taken ?? nameAt(tokens[at], names);
    if (part === undefined) return undefined;
    parts.push(part.text);
    at += part.count - 1;
  }
  return parts.join(' ');
}

interface Part {
  readonly text: string;
  /** How many tokens it stands for. */
  readonly count: number;
}

/** Makes one sign of the two of `<=` and `>=`. */
function joined(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, i): readonly Token[] => {
    const isOpen = /^[<>]$/.test(token.spelled) && tokens[i + 1]?.spelled === '=';
    if (isOpen) return [{ kind: 'sign', spelled: `${token.spelled}=` }];
    return token.spelled === '=' && /^[<>]$/.test(tokens[i - 1]?.spelled ?? '') ? [] : [token];
  });
}

function nameAt(token: Token | undefined, { fieldOf }: Names): Part | undefined {
  if (token?.kind !== 'name') return undefined;
  const name = fieldOf(plainly(nameIn(token)));
  return name === undefined ? undefined : { text: `\${${name}}`, count: 1 };
}

/** Writes what is asked of a field by a word: whether it is answered, or has a choice. */
function comparisonAt(tokens: readonly Token[], at: number, names: Names): Part | undefined {
  const field = nameAt(tokens[at], names);
  const word = tokens[at + 1]?.spelled.toLowerCase();
  if (field === undefined || word === undefined) return undefined;
  if (word === 'empty') return { text: `${field.text} = ''`, count: 2 };
  if (word === 'notempty') return { text: `${field.text} != ''`, count: 2 };
  const value = tokens[at + 2];
  if (!/^(?:not)?contains?$/.test(word) || value?.kind !== 'text') return undefined;
  const selected = `selected(${field.text}, ${quoted(withoutQuotes(value.spelled))})`;
  return { text: word.startsWith('not') ? `not(${selected})` : selected, count: 3 };
}

/** Writes the sum or the number of the answers in a repeated section. */
function sumAt(tokens: readonly Token[], at: number, { fieldIn }: Names): Part | undefined {
  const [how, , section, comma, field, close] = tokens.slice(at, at + 6);
  const name = { suminarray: 'sum', countinarray: 'count' }[how?.spelled.toLowerCase() ?? ''];
  if (name === undefined || comma?.spelled !== ',' || close?.spelled !== ')') return undefined;
  if (section?.kind !== 'name' || field?.kind !== 'text') return undefined;
  const inner = fieldIn(plainly(nameIn(section)), withoutQuotes(field.spelled));
  return inner === undefined ? undefined : { text: `${name}(\${${inner}})`, count: 6 };
}

function oneAt(token: Token | undefined): Part | undefined {
  const text = token && spelledOf(token);
  return text === undefined ? undefined : { text, count: 1 };
}

function spelledOf({ kind, spelled }: Token): string | undefined {
  switch (kind) {
    case 'number':
      return spelled;
    case 'text':
      return quoted(withoutQuotes(spelled));
    case 'word':
      return WORDS.get(spelled.toLowerCase());
    case 'sign':
      return /^[<>]=$/.test(spelled) ? spelled : SIGNS.get(spelled);
    default:
      return undefined;
  }
}

/** XPath has no escapes: a text with both quotes cannot be written, and loses one kind. */
const quoted = (text: string): string =>
  text.includes("'") ? `"${text.replaceAll('"', '')}"` : `'${text}'`;
