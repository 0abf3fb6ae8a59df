import { isObject, type JsonObject, member } from '#kernel/json.ts';
import {
  type ApiDocument,
  contentOf,
  listAt,
  type Operation,
  objectAt,
  textAt,
} from './api-document.ts';

/** The number of texts that show why an operation was found. */
const MOST_TEXTS = 3;

interface Mention {
  readonly operation: Operation;
  /** Parameters, members and sentences that have the words, in the little CommonMark that `Inline` shows. */
  readonly texts: readonly string[];
}

interface Found {
  /** Paragraphs about all requests. */
  readonly passages: string;
  /** Operations and messages whose names have the words. */
  readonly named: ReadonlySet<Operation>;
  /** Those that only their descriptions have them of. */
  readonly mentioned: readonly Mention[];
  /** Tables of error codes. */
  readonly codes: string;
}

/** Finds every word in the order in which people read: what is about all requests, names, then what is inside. */
export function searchDocument(document: ApiDocument, wanted: string): Found {
  const words = wordsIn(wanted);
  const all = [...document.operations, ...document.messages];
  const named = new Set(all.filter((each) => hasWords(nameOf(each), words)));
  const mentioned = all
    .filter((each) => !named.has(each))
    .flatMap((operation) => {
      const name = nameOf(operation);
      const open = words.filter((word) => !hasWords(name, [word]));
      const texts = textsOf(document, operation).filter((each) => hasBeginnings(each, open));
      return texts.length === 0 ? [] : [{ operation, texts: texts.slice(0, MOST_TEXTS) }];
    });
  const { introduction } = document;
  return {
    passages: passagesIn(introduction, words),
    named,
    mentioned,
    codes: codesIn(introduction, words),
  };
}

const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean);

const nameOf = ({ method, path, summary, tag, id }: Operation): string =>
  `${method} ${path} ${summary} ${tag} ${id}`.toLowerCase();

const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));

/** In prose a word is found by its beginning, or "rate" would find "generated". `pageSize` begins two words. */
function hasBeginnings(text: string, words: readonly string[]): boolean {
  const spaced = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const plain = (marked: string) => ` ${marked.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()}`;
  return words.every((word) => plain(spaced).includes(plain(word)));
}

/** Returns what is told inside of an operation: parameters first, since people look for what they can send. */
function textsOf(document: ApiDocument, { told }: Operation): readonly string[] {
  const parameters = listAt(told, 'parameters').map((each) => {
    const parameter = document.resolve(each);
    return line(textAt(parameter, 'name'), textAt(parameter, 'description'));
  });
  const [, content] = contentOf(objectAt(told, 'requestBody')) ?? ['', {}];
  const sentences = textAt(told, 'description')
    .replaceAll(/\s*\n\s*/g, ' ')
    .split(/(?<=[.:]) (?=[A-Z`])/);
  return [...parameters, ...membersOf(document.resolve(member(content, 'schema'))), ...sentences];
}

const membersOf = (schema: JsonObject): readonly string[] =>
  Object.entries(objectAt(schema, 'properties')).map(([name, told]) =>
    line(name, isObject(told) ? textAt(told, 'description') : ''),
  );

const line = (name: string, text: string): string => `\`${name}\`${text && `: ${text}`}`;

const blocksOf = (introduction: string): readonly string[] => introduction.split(/\n{2,}/);
const isTable = (block: string): boolean => block.startsWith('|');

const passagesIn = (introduction: string, words: readonly string[]): string =>
  blocksOf(introduction)
    .filter((block) => !isTable(block) && hasBeginnings(block, words))
    .join('\n\n');

/** Returns the tables of codes with the rows that have the words. */
function codesIn(introduction: string, words: readonly string[]): string {
  const tables = blocksOf(introduction)
    .filter(isTable)
    .flatMap((block) => {
      const [head = '', rule = '', ...rows] = block.split('\n');
      const found = rows.filter((row) => hasBeginnings(row, words));
      return found.length > 0 ? [[head, rule, ...found].join('\n')] : [];
    });
  return tables.join('\n\n');
}
