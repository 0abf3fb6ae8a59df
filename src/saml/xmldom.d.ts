// The part of @xmldom/xmldom that is used. Its own types declare the globals of a browser, and with them a misspelt
// `name` or `document` would pass in all of the server.
export interface DomAttribute {
  readonly name: string;
  readonly localName: string;
  /** Undefined or null without a namespace. */
  readonly namespaceURI: string | null | undefined;
  readonly value: string;
}

export interface DomElement {
  readonly nodeType: 1;
  readonly tagName: string;
  readonly localName: string;
  /** Undefined or null without a namespace. */
  readonly namespaceURI: string | null | undefined;
  readonly attributes: ArrayLike<DomAttribute>;
  readonly childNodes: ArrayLike<DomNode>;
}

export interface DomText {
  readonly nodeType: 3;
  readonly data: string;
}

/** A comment, a CDATA section, an instruction. */
export interface DomOther {
  readonly nodeType: 4 | 7 | 8;
}

export type DomNode = DomElement | DomText | DomOther;

type OnFault = (message: string) => void;

export class DOMParser {
  constructor(options: {
    readonly errorHandler: {
      readonly warning: OnFault;
      readonly error: OnFault;
      readonly fatalError: OnFault;
    };
    /** Called with the whole text before it is parsed. */
    readonly normalizeLineEndings?: (text: string) => string;
  });
  parseFromString(
    text: string,
    type: 'text/xml',
  ): { readonly documentElement: DomElement | null } | undefined;
}
