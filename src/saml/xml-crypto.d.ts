// The part of xml-crypto that is used. Its own types declare the globals of a browser (see xmldom.d.ts).
import type { KeyLike } from 'node:crypto';
import type { DomElement } from './xmldom.d.ts';

type Table<Made> = Readonly<Record<string, new () => Made>>;

interface Transformation {
  getAlgorithmName(): string;
}

export interface HashAlgorithm {
  getAlgorithmName(): string;
  getHash(xml: string): string;
}

export interface SignatureAlgorithm {
  getAlgorithmName(): string;
  getSignature(signedInfo: string, key: KeyLike): string;
  verifySignature(signedInfo: string, key: KeyLike, signature: string): boolean;
}

export class SignedXml {
  idAttributes: string[];
  CanonicalizationAlgorithms: Table<Transformation>;
  HashAlgorithms: Table<HashAlgorithm>;
  SignatureAlgorithms: Table<SignatureAlgorithm>;

  constructor(options: {
    readonly publicCert?: KeyLike;
    readonly privateKey?: KeyLike;
    readonly signatureAlgorithm?: string;
    readonly canonicalizationAlgorithm?: string;
    readonly idAttribute?: string;
    readonly getCertFromKeyInfo?: () => null;
  });

  /** Lets the instance use HMAC, and nothing else. */
  enableHMAC(): void;
  loadSignature(signature: DomElement): void;
  /** Returns false if a digest differs, and throws for any other fault. */
  checkSignature(xml: string): boolean;
  /** Returns the canonical XML of what is signed, after a check that succeeded. */
  getSignedReferences(): readonly string[];

  addReference(reference: {
    readonly xpath: string;
    readonly transforms: readonly string[];
    readonly digestAlgorithm: string;
    readonly inclusiveNamespacesPrefixList?: readonly string[];
  }): void;
  computeSignature(
    xml: string,
    options: {
      readonly prefix?: string;
      readonly location: { readonly reference: string; readonly action: 'after' };
    },
  ): void;
  getSignedXml(): string;
}

export class ExclusiveCanonicalization implements Transformation {
  getAlgorithmName(): string;
  process(element: DomElement, options: object): string;
}
