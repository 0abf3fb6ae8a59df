// A strict reader for the XML of workbooks. It knows elements, attributes, text, CDATA sections, comments, and the five
// entities and character references of XML 1.0. A document type declaration is refused, so there are no entities that
// grow and none that are fetched. Time grows linearly with the length of the text.
import { damaged } from '#template-files/refusal.ts';

export interface XmlHandler {
  /** The start of an element. Prefixes are removed from its name; `attributes` keep theirs. */
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const MAX_DEPTH = 64;
const NAME = /[A-Za-z_][\w.:-]*/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Reads a document in UTF-8.
 * @param part the name of the document, for the refusal
 * @throws ImportRefused when it is not well formed
 */
export function readXml(bytes: Buffer, part: string, handler: XmlHandler): void {
  const text = decode(bytes, part);
  const stack: string[] = [];
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const end = next === -1 ? text.length : next;
    if (end > at && stack.length > 0) handler.text?.(resolve(text.slice(at, end), part));
    if (next === -1) break;
    at = markup(text, next, part, handler, stack);
  }
  if (stack.length > 0) throw damaged(part);
}

function decode(bytes: Buffer, part: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged(part);
  }
}

/** Reads what begins with `<` at a position. @returns the position behind it */
function markup(
  text: string,
  at: number,
  part: string,
  handler: XmlHandler,
  stack: string[],
): number {
  switch (text.charAt(at + 1)) {
    case '?':
      return behind(text, '?>', at, part);
    case '/':
      return closing(text, at, part, handler, stack);
    case '!':
      return special(text, at, part, handler, stack);
    default:
      return opening(text, at, part, handler, stack);
  }
}

function special(
  text: string,
  at: number,
  part: string,
  handler: XmlHandler,
  stack: readonly string[],
): number {
  if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4, part);
  if (!text.startsWith('<![CDATA[', at) || stack.length === 0) throw damaged(part);
  const end = behind(text, ']]>', at, part);
  handler.text?.(text.slice(at + '<![CDATA['.length, end - ']]>'.length));
  return end;
}

function closing(
  text: string,
  at: number,
  part: string,
  handler: XmlHandler,
  stack: string[],
): number {
  const end = behind(text, '>', at, part);
  const name = text.slice(at + 2, end - 1).trimEnd();
  if (stack.pop() !== name) throw damaged(part);
  handler.close?.(localName(name));
  return end;
}

function opening(
  text: string,
  at: number,
  part: string,
  handler: XmlHandler,
  stack: string[],
): number {
  NAME.lastIndex = at + 1;
  const [name] = NAME.exec(text) ?? [];
  if (name === undefined || stack.length >= MAX_DEPTH) throw damaged(part);
  const attributes = new Map<string, string>();
  let position = at + 1 + name.length;
  for (;;) {
    ATTRIBUTE.lastIndex = position;
    const found = ATTRIBUTE.exec(text);
    if (found === null) break;
    const [whole, attribute = '', double, single = ''] = found;
    attributes.set(attribute, resolve(double ?? single, part));
    position += whole.length;
  }
  TAG_END.lastIndex = position;
  const [end, isEmpty] = TAG_END.exec(text) ?? [];
  if (end === undefined) throw damaged(part);
  handler.open?.(localName(name), attributes);
  if (isEmpty === '/') handler.close?.(localName(name));
  else stack.push(name);
  return position + end.length;
}

function behind(text: string, mark: string, from: number, part: string): number {
  const found = text.indexOf(mark, from);
  if (found === -1) throw damaged(part);
  return found + mark.length;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Replaces the entities and character references of a text. */
function resolve(text: string, part: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&]{0,12};?)/g, (_, reference: string) => {
    const name = reference.slice(0, -1);
    const known = ENTITIES.get(name);
    if (reference.endsWith(';') && known !== undefined) return known;
    const [, hex, decimal] = /^#(?:x([0-9a-fA-F]+)|(\d+));$/.exec(reference) ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (!(code > 0 && code <= 0x10ffff)) throw damaged(part);
    return String.fromCodePoint(code).toWellFormed();
  });
}
