import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { ENVELOPED, EXCLUSIVE_C14N } from './names.ts';
import type { XmlElement } from './xml.ts';

interface Method {
  readonly hash: 'sha256' | 'sha512';
  readonly isPss?: true;
}

/** The signature methods that are accepted: no SHA-1, no HMAC, nothing that a document could name beside them. */
export const SIGNATURE_METHODS: ReadonlyMap<string, Method> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', { hash: 'sha256' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', { hash: 'sha512' }],
  ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', { hash: 'sha256', isPss: true }],
]);

export const DIGEST_METHODS: ReadonlyMap<string, Method['hash']> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

/**
 * Returns the canonical XML that a signature covers; undefined if no key has made it. xml-crypto gets the accepted
 * algorithms and no others, so that it can't use one that our own look at the document has missed. A signature is tried
 * with all keys at once: parsing the document again for each of them would let a stranger make us work eight times.
 */
export function signedXmlOf(
  document: string,
  signature: XmlElement,
  keys: readonly KeyObject[],
): string | undefined {
  const [key] = keys;
  if (!key) return undefined;
  // The key that is named is never used, but one has to be. A certificate in the document is nobody's.
  const check = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
  // Ids are unique by any name already, and each name is a search through the document.
  check.idAttributes = ['ID'];
  const { CanonicalizationAlgorithms: transforms } = check;
  check.CanonicalizationAlgorithms = only(transforms, [ENVELOPED, EXCLUSIVE_C14N]);
  check.HashAlgorithms = Object.fromEntries([...DIGEST_METHODS].map(hashAlgorithm));
  check.SignatureAlgorithms = Object.fromEntries(
    [...SIGNATURE_METHODS].map((entry) => signatureAlgorithm(entry, keys)),
  );
  try {
    check.loadSignature(signature.node);
    if (!check.checkSignature(document)) return undefined;
    const [signed, ...more] = check.getSignedReferences();
    return more.length === 0 ? signed : undefined;
  } catch {
    // xml-crypto throws for a wrong signature, as for everything else that it does not accept.
    return undefined;
  }
}

const only = <Value>(
  table: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));

function hashAlgorithm([name, hash]: readonly [string, Method['hash']]) {
  const Algorithm = class implements HashAlgorithm {
    getAlgorithmName = (): string => name;
    getHash = (xml: string): string => createHash(hash).update(xml, 'utf8').digest('base64');
  };
  return [name, Algorithm] as const;
}

function signatureAlgorithm(
  [name, { hash, isPss }]: readonly [string, Method],
  keys: readonly KeyObject[],
) {
  const padding = isPss ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  const Algorithm = class implements SignatureAlgorithm {
    getAlgorithmName = (): string => name;
    getSignature = (): never => {
      throw new Error('Formstead signs no XML.');
    };
    verifySignature = (signedInfo: string, _key: unknown, signature: string): boolean => {
      const [data, bytes] = [Buffer.from(signedInfo), Buffer.from(signature, 'base64')];
      return keys.some((key) => verify(hash, data, { key, padding, saltLength }, bytes));
    };
  };
  return [name, Algorithm] as const;
}
