import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/** A certificate chain and the private key that belongs to it. */
export interface KeyPair {
  /** PEM, the server's own certificate first. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly leaf: X509Certificate;
}

/** A certificate or key that cannot be served; the message says what is wrong and never quotes it. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/** Reads a pair from PEM text. @throws CertificateError when the two cannot be served together. */
export function parseKeyPair(cert: string, key: string): KeyPair {
  const chain = parseChain(cert);
  const privateKey = parseKey(key);
  const [leaf] = chain;
  if (!leaf) throw new CertificateError('The certificate file holds no PEM certificate.');
  if (!leaf.checkPrivateKey(privateKey)) throw new CertificateError(mismatch(chain, privateKey));
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    const code = codeOf(cause) ?? 'unknown reason';
    throw new CertificateError(`TLS refuses the certificate (${code}).`, { cause });
  }
  return { cert, key, leaf };
}

/** Returns why a certificate is not valid now; undefined when it is. */
export function dateFault(leaf: X509Certificate, now: number): string | undefined {
  if (now < leaf.validFromDate.getTime()) {
    return `The certificate is valid only from ${leaf.validFromDate.toISOString()}: check the clock.`;
  }
  if (now >= leaf.validToDate.getTime()) {
    return `The certificate expired at ${leaf.validToDate.toISOString()}: renew it.`;
  }
  return undefined;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function parseChain(pem: string): readonly X509Certificate[] {
  try {
    return (pem.match(PEM_CERTIFICATE) ?? []).map((block) => new X509Certificate(block));
  } catch (cause) {
    throw new CertificateError('The certificate file holds a damaged certificate.', { cause });
  }
}

function parseKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const advice = pem.includes('ENCRYPTED')
      ? 'needs a passphrase: remove it with "openssl pkey"'
      : 'holds no readable PEM private key';
    throw new CertificateError(`The key file ${advice}.`, { cause });
  }
}

const mismatch = (chain: readonly X509Certificate[], key: KeyObject): string =>
  chain.some((certificate) => certificate.checkPrivateKey(key))
    ? "The key belongs to a later certificate of the file: put the server's own first."
    : 'The key does not belong to the certificate.';

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
