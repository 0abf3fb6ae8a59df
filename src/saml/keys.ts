import { type KeyObject, X509Certificate } from 'node:crypto';

// RSA is the only kind of key that the signature methods we accept know. NIST SP 800-131A allows 2048 bits and more; the
// upper bound limits what a check of a signature costs.
const MIN_BITS = 2048;
const MAX_BITS = 8192;

export interface SigningCertificate {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

/**
 * Returns the certificate with its key; undefined if it can't be read, or if its key is of another kind or size. Its
 * dates and its issuer mean nothing: it carries a key that an admin trusts (saml-metadata 2.4.1.1).
 */
export function readSigningCertificate(text: string | Buffer): SigningCertificate | undefined {
  try {
    const certificate = new X509Certificate(text);
    const key = certificate.publicKey;
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    const isUsable = key.asymmetricKeyType === 'rsa' && bits >= MIN_BITS && bits <= MAX_BITS;
    return isUsable ? { certificate, key } : undefined;
  } catch {
    return undefined;
  }
}
