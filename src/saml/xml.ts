import { DOMParser, type DomElement } from '@xmldom/xmldom';
import { counted } from '#kernel/counted.ts';
import { refuseSaml, type SamlRefusalCode, shown } from './refusal.ts';
import { requireWellFormed, type XmlLimits } from './well-formed.ts';

/** An element that can't change any more. All reading goes by namespace and local name, never by prefix. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** Those without a namespace, by name. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The values of all attributes that may be taken for an id, whatever their namespace. */
  readonly ids: readonly string[];
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** The same element for xml-crypto. */
  readonly node: DomElement;
}

/** Parses XML, and refuses whatever the parser would have to guess. */
export function parseXml(text: string, limits: XmlLimits): XmlElement {
  requireWellFormed(text, limits);
  const onFault = (message: string): never =>
    refuseSaml('not-xml', `The XML is not well-formed: ${shown(message)}.`);
  const errorHandler = { warning: onFault, error: onFault, fatalError: onFault };
  // Line ends are normalised by the callers. The parser would take U+2028 for one too, which changes what was signed.
  const parser = new DOMParser({ errorHandler, normalizeLineEndings: (given) => given });
  const root = parser.parseFromString(text, 'text/xml')?.documentElement;
  return root ? read(root) : refuseSaml('not-xml', 'The XML has no element.');
}

const ID_NAMES: ReadonlySet<string> = new Set(['ID', 'Id', 'id']);

function read(node: DomElement): XmlElement {
  const attributes = Array.from(node.attributes);
  const children: XmlElement[] = [];
  let text = '';
  for (const child of Array.from(node.childNodes)) {
    if (child.nodeType === 1) children.push(read(child));
    else if (child.nodeType === 3) text += child.data;
  }
  for (const { name, namespaceURI } of attributes) requireNamespace(name, namespaceURI);
  return {
    namespace: requireNamespace(node.tagName, node.namespaceURI),
    name: node.localName,
    attributes: new Map(
      attributes.filter(({ name }) => !name.includes(':')).map(({ name, value }) => [name, value]),
    ),
    ids: attributes.filter(({ localName }) => ID_NAMES.has(localName)).map(({ value }) => value),
    children,
    text,
    node,
  };
}

/** The parser looks prefixes up in an object, and finds a function under one such as `constructor`. */
function requireNamespace(name: string, namespace: unknown): string {
  if (typeof namespace === 'string') return namespace;
  if (!name.includes(':')) return '';
  return refuseSaml('not-xml', `The XML does not declare the prefix of ${shown(name)}.`);
}

/** The kind of an element: its namespace and its local name. */
export type Kind = readonly [namespace: string, name: string];

export const is = (element: XmlElement, [namespace, name]: Kind): boolean =>
  element.namespace === namespace && element.name === name;

export const childrenOf = (element: XmlElement, kind: Kind): readonly XmlElement[] =>
  element.children.filter((child) => is(child, kind));

/** Returns the only child of a kind, and refuses none or several. */
export function onlyChild(
  element: XmlElement,
  kind: Kind,
  code: SamlRefusalCode = 'structure',
): XmlElement {
  const [child, ...more] = childrenOf(element, kind);
  if (child && more.length === 0) return child;
  const count = child ? more.length + 1 : 0;
  return refuseSaml(
    code,
    `${element.name} contains ${counted(count, 'element')} ${kind[1]}; it has to be one.`,
  );
}

/** Returns the child of a kind, or undefined, and refuses several. */
export const optionalChild = (element: XmlElement, kind: Kind): XmlElement | undefined =>
  childrenOf(element, kind).length === 0 ? undefined : onlyChild(element, kind);

/** Returns the text of an element, and refuses elements inside: a reader that passed over them would read another text. */
export function plainTextIn(element: XmlElement): string {
  if (element.children.length > 0)
    refuseSaml('structure', `${element.name} contains elements; only text is allowed there.`);
  return element.text;
}

const isSpace = (character: string | undefined): boolean =>
  character !== undefined && ' \t\n\r'.includes(character);

/** Returns the text without the white space of XML around it. Other white space belongs to a value. */
export function trimmedText(element: XmlElement): string {
  const text = plainTextIn(element);
  let [from, to] = [0, text.length];
  while (isSpace(text[from])) from += 1;
  while (to > from && isSpace(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

/** Refuses text, and children of other kinds: what a reader passes over could mean something to another one. */
export function requireOnly(
  element: XmlElement,
  kinds: readonly Kind[],
  code: SamlRefusalCode = 'structure',
): void {
  if (/[^ \t\n\r]/.test(element.text))
    refuseSaml(code, `${element.name} contains text; only elements are allowed there.`);
  const odd = element.children.find((child) => !kinds.some((kind) => is(child, kind)));
  if (odd)
    refuseSaml(
      code,
      `${element.name} contains ${odd.name} of ${shown(odd.namespace)}, which is not accepted there.`,
    );
}

/** Returns an element and all below it. */
export const everyElement = (element: XmlElement): readonly XmlElement[] => [
  element,
  ...element.children.flatMap(everyElement),
];
