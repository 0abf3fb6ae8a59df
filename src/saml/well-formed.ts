// Reads XML tag by tag before a parser builds a tree of it. The parser forgives: it guesses where a tag ends, takes an
// element of XHTML for HTML, and needs seconds for 200,000 nested elements. Whatever passes here is well-formed in the
// plainest way there is, so that two parsers can't disagree about it, and small, so that parsing it takes milliseconds.
import { counted } from '#kernel/counted.ts';
import { refuseSaml, shown } from './refusal.ts';

export interface XmlLimits {
  readonly characters: number;
  readonly elements: number;
  /** Those of all elements together, namespaces among them. */
  readonly attributes: number;
  readonly comments: 'refused' | 'skipped';
}

const MAX_DEPTH = 40;
const MAX_ATTRIBUTES = 32;
const MAX_PREFIXES = 64;
// The parser looks for the last end of an element of each name, through all of the text.
const MAX_NAMES = 200;
// The parser reads the content of some of its elements by the rules of HTML.
const XHTML = 'http://www.w3.org/1999/xhtml';

const SPACE = '[ \\t\\n\\r]';
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const DECLARATION =
  /^<\?xml[ \t\n]+version=["']1\.0["'](?:[ \t\n]+encoding=["'][Uu][Tt][Ff]-8["'])?(?:[ \t\n]+standalone=["'](?:yes|no)["'])?[ \t\n]*\?>/;
const OPENING = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*(?:"([^<"]*)"|'([^<']*)')`, 'y');
const END_OF_OPENING = new RegExp(`${SPACE}*(/?)>`, 'y');
const CLOSING = new RegExp(`</(${NAME})${SPACE}*>`, 'y');
const TEXT = /[^<]+/y;
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y;
const MARKUP = /<[!?]/y;

const FORBIDDEN_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));)?/g;
/** Printable ASCII without `&`, quotes and brackets: a namespace is written into canonical XML as it is. */
const NAMESPACE = /^[!#-%(-;=?-~]*$/;

/** Where the reading is, and what it has met. */
interface Cursor {
  readonly text: string;
  at: number;
  elements: number;
  attributes: number;
  roots: number;
  readonly open: string[];
  readonly names: Set<string>;
  readonly prefixes: Set<string>;
}

/** Refuses XML that is not well-formed, has markup beside elements and text, or is larger or deeper than anybody sends. */
export function requireWellFormed(text: string, limits: XmlLimits): void {
  if (text.length > limits.characters)
    refuseSaml('too-large', `The XML has more than ${counted(limits.characters, 'character')}.`);
  requireCharacters(text);
  const at = DECLARATION.exec(text)?.[0].length ?? 0;
  if (at === 0 && /^<\?xml[ \t\n]/.test(text))
    refuseSaml(
      'not-utf8',
      'The XML has to be of version 1.0 and in UTF-8, and declares something else.',
    );
  const counts = { elements: 0, attributes: 0, roots: 0 };
  const cursor: Cursor = { text, at, ...counts, open: [], names: new Set(), prefixes: new Set() };
  while (cursor.at < text.length) step(cursor, limits);
  if (cursor.open.length > 0) malformed(cursor, `the element ${cursor.open.at(-1)} is not closed`);
  if (cursor.roots !== 1)
    malformed(cursor, `there are ${counted(cursor.roots, 'element')} at the top`);
}

function step(cursor: Cursor, limits: XmlLimits): void {
  const text = take(cursor, TEXT)?.[0];
  const closing = take(cursor, CLOSING)?.[1];
  const opening = closing === undefined ? take(cursor, OPENING)?.[1] : undefined;
  if (text !== undefined) requireText(cursor, text);
  if (closing !== undefined) close(cursor, closing);
  else if (opening !== undefined) open(cursor, opening, limits);
  else if (text === undefined) requireSkipped(cursor, limits);
}

function requireSkipped(cursor: Cursor, limits: XmlLimits): void {
  if (limits.comments === 'skipped' && take(cursor, COMMENT)) return;
  if (take(cursor, MARKUP))
    refuseSaml(
      'forbidden-markup',
      'The XML contains a comment, a document type, a CDATA section or a processing instruction. Only elements and text are allowed.',
    );
  malformed(cursor, 'a tag is not well-formed');
}

function open(cursor: Cursor, name: string, limits: XmlLimits): void {
  cursor.elements += 1;
  if (cursor.elements > limits.elements)
    refuseSaml('too-complex', `The XML has more than ${counted(limits.elements, 'element')}.`);
  cursor.names.add(name);
  if (cursor.names.size > MAX_NAMES)
    refuseSaml('too-complex', `The XML has elements of more than ${MAX_NAMES} names.`);
  requireAttributes(cursor);
  if (cursor.attributes > limits.attributes)
    refuseSaml('too-complex', `The XML has more than ${counted(limits.attributes, 'attribute')}.`);
  const end = take(cursor, END_OF_OPENING);
  if (!end) malformed(cursor, `the tag of ${name} is not well-formed`);
  if (cursor.open.length === 0) cursor.roots += 1;
  if (end[1] === '/') return;
  cursor.open.push(name);
  if (cursor.open.length > MAX_DEPTH)
    refuseSaml('too-complex', `The XML is nested more than ${MAX_DEPTH} elements deep.`);
}

function close(cursor: Cursor, name: string): void {
  const opened = cursor.open.pop();
  if (opened !== name) malformed(cursor, `${name} is closed where ${opened ?? 'nothing'} is open`);
}

function requireAttributes(cursor: Cursor): void {
  const seen = new Set<string>();
  for (let found = take(cursor, ATTRIBUTE); found; found = take(cursor, ATTRIBUTE)) {
    const [, name = '', quoted, inApostrophes = ''] = found;
    const value = quoted ?? inApostrophes;
    if (seen.has(name)) malformed(cursor, `the attribute ${name} is there twice`);
    seen.add(name);
    cursor.attributes += 1;
    if (seen.size > MAX_ATTRIBUTES)
      refuseSaml('too-complex', `An element has more than ${MAX_ATTRIBUTES} attributes.`);
    requireReferences(cursor, value);
    if (name.startsWith('xmlns')) requireNamespace(cursor, name, value);
  }
}

function requireNamespace(cursor: Cursor, name: string, value: string): void {
  const prefix = name.slice('xmlns:'.length);
  const declares = name.startsWith('xmlns:') && !prefix.startsWith('xml') && value !== '';
  if (name !== 'xmlns' && !declares) malformed(cursor, `${name} declares no namespace`);
  if (!NAMESPACE.test(value) || value === XHTML)
    malformed(cursor, `${shown(value)} is not accepted as a namespace`);
  cursor.prefixes.add(prefix);
  if (cursor.prefixes.size > MAX_PREFIXES)
    refuseSaml('too-complex', `The XML declares more than ${MAX_PREFIXES} namespace prefixes.`);
}

function requireText(cursor: Cursor, text: string): void {
  if (cursor.open.length === 0 && /[^ \t\n\r]/.test(text))
    malformed(cursor, 'there is text outside of the element at the top');
  if (text.includes(']]>')) malformed(cursor, 'there is "]]>" in a text');
  requireReferences(cursor, text);
}

function requireReferences(cursor: Cursor, text: string): void {
  if (!text.includes('&')) return;
  for (const [all, decimal, hexadecimal] of text.matchAll(REFERENCE)) {
    if (all === '&') malformed(cursor, 'there is an "&" that begins no reference that XML defines');
    const code = decimal ?? (hexadecimal === undefined ? undefined : `0x${hexadecimal}`);
    if (code !== undefined && !isCharacter(Number(code)))
      malformed(cursor, `${all} is no character`);
  }
}

const isCharacter = (code: number): boolean =>
  code <= 0x10ffff && !FORBIDDEN_CHARACTER.test(String.fromCodePoint(code));

function requireCharacters(text: string): void {
  const at = text.search(FORBIDDEN_CHARACTER);
  if (at >= 0) refuseSaml('not-xml', `Character ${at} of the XML is one that XML does not allow.`);
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found) cursor.at = pattern.lastIndex;
  return found;
}

function malformed(cursor: Cursor, what: string): never {
  refuseSaml('not-xml', `The XML is not well-formed at character ${cursor.at}: ${what}.`);
}
