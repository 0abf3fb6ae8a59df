// Instruction texts: paragraphs, lists, bold words and links. An author writes them with a few marks; they are read into a
// structure here, from which pages and PDFs are made. No HTML of an author is ever shown as HTML. Browsers load this file
// too. Every function takes time that grows linearly with the text.

/** A piece of text in one style. */
export interface Run {
  readonly text: string;
  readonly isBold: boolean;
  /** An address that starts with `https://` or `mailto:`; undefined for plain text. */
  readonly href: string | undefined;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Run[])[] };

/** The longest instruction text, in characters. */
export const MAX_CONTENT_LENGTH = 5000;

const ITEM = /^\s*[-*•]\s+/;

/** Reads a text. Blank lines separate paragraphs; lines that start with `- ` are a list. */
export function readRichText(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let items: (readonly Run[])[] = [];
  const close = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', runs: runsIn(lines.join('\n')) });
    if (items.length > 0) blocks.push({ kind: 'list', items });
    [lines, items] = [[], []];
  };
  for (const line of text.split(/\r?\n/)) {
    const isItem = ITEM.test(line);
    if (line.trim() === '' || (isItem ? lines.length > 0 : items.length > 0)) close();
    if (isItem) items.push(runsIn(line.replace(ITEM, '').trim()));
    else if (line.trim() !== '') lines.push(line.trim());
  }
  close();
  return blocks;
}

/** `**bold**`, or `[text](address)`. */
const MARKED = /\*\*([^*\n]+)\*\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g;

function runsIn(text: string): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  const add = (piece: string, isBold = false, href?: string) => {
    if (piece !== '') runs.push({ text: piece, isBold, href });
  };
  for (const match of text.matchAll(MARKED)) {
    const [whole, bold, label = '', address = ''] = match;
    add(text.slice(from, match.index));
    if (bold !== undefined) add(bold, true);
    // What is no address that Formstead links to stays as it was written.
    else if (isLinked(address)) add(label, false, address);
    else add(whole);
    from = match.index + whole.length;
  }
  add(text.slice(from));
  return runs;
}

const isLinked = (address: string): boolean =>
  /^(?:https:\/\/[^/]|mailto:[^@]+@)/i.test(address) && URL.canParse(address);

/** Returns the first address in a text that is not shown as a link; undefined when there is none. */
export const refusedLink = (text: string): string | undefined =>
  [...text.matchAll(MARKED)]
    .map(([, , , address]) => address)
    .find((address) => address !== undefined && !isLinked(address));
