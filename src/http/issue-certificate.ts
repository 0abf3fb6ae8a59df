// Issues the certificates of the local authority (RFC 5280): the authority's own, and the server's under it. Also what
// another authority is sent: a request, and the answer to its challenge. A profile this small needs no library: three
// certificates and a request, one key type (decision 8).
import {
  createPublicKey,
  generateKeyPair,
  hash,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { addressBytes, parseAddress } from '#kernel/addresses.ts';
import type { Random } from '#kernel/ids.ts';
import {
  bitString,
  derInteger,
  explicit,
  implicit,
  isTrue,
  objectId,
  octetString,
  sequence,
  setOf,
  time,
  utf8,
} from './der.ts';

/** A certificate with its private key. */
export interface Issued {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** The time at which a certificate is made, and the source of its randomness. */
export interface IssueDeps {
  readonly now: number;
  readonly random: Random;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AUTHORITY_DAYS = 3650;
const LEAF_DAYS = 90;

const OID = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  acmeIdentifier: '1.3.6.1.5.5.7.1.31',
  extensionRequest: '1.2.840.113549.1.9.14',
} as const;

/**
 * Issues a self-signed authority on P-256 for 10 years. It can vouch for the given names only: a thief of its key
 * cannot impersonate the rest of the internet to clients that trust it (RFC 5280 §4.2.1.10).
 */
export async function issueAuthority(names: readonly string[], deps: IssueDeps): Promise<Issued> {
  const { publicKey, privateKey } = await newKeys();
  const name = authorityName(publicKey);
  const certificate = signed(privateKey, {
    deps,
    issuer: name,
    subject: name,
    // Clocks differ: the certificate is valid from a day ago, for clients whose clock is behind.
    validity: sequence(time(deps.now - DAY_MS), time(deps.now + AUTHORITY_DAYS * DAY_MS)),
    publicKey,
    extensions: [
      critical(OID.basicConstraints, sequence(isTrue, derInteger(Buffer.of(0)))),
      // keyCertSign and cRLSign, bits 5 and 6
      critical(OID.keyUsage, bitString(Buffer.of(0b0000_0110), 1)),
      critical(OID.nameConstraints, sequence(explicit(0, ...names.map(subtreeOf)))),
      plain(OID.subjectKeyIdentifier, octetString(keyIdOf(publicKey))),
    ],
  });
  return { certificate, privateKey };
}

/** Issues a server certificate for host names and IP addresses, for 90 days. */
export async function issueLeaf(
  authority: Issued,
  names: readonly string[],
  deps: IssueDeps,
): Promise<Issued> {
  const { publicKey, privateKey } = await newKeys();
  const issuerKey = authority.certificate.publicKey;
  const certificate = signed(authority.privateKey, {
    deps,
    issuer: authorityName(issuerKey),
    subject: nameOf('Formstead'),
    validity: sequence(time(deps.now - HOUR_MS), time(deps.now + LEAF_DAYS * DAY_MS)),
    publicKey,
    extensions: [
      critical(OID.basicConstraints, sequence()),
      // digitalSignature, bit 0
      critical(OID.keyUsage, bitString(Buffer.of(0b1000_0000), 7)),
      plain(OID.extKeyUsage, sequence(objectId(OID.serverAuth))),
      plain(OID.subjectKeyIdentifier, octetString(keyIdOf(publicKey))),
      plain(OID.authorityKeyIdentifier, sequence(implicit(0, keyIdOf(issuerKey)))),
      subjectAltName(names),
    ],
  });
  return { certificate, privateKey };
}

/** Issues the certificate that answers a challenge for a host. @param digest SHA-256 of the answer (RFC 8737 §3) */
export async function issueAnswer(
  host: string,
  digest: Uint8Array,
  deps: IssueDeps,
): Promise<Issued> {
  const { publicKey, privateKey } = await newKeys();
  const name = nameOf('Formstead');
  const certificate = signed(privateKey, {
    deps,
    issuer: name,
    subject: name,
    validity: sequence(time(deps.now - DAY_MS), time(deps.now + DAY_MS)),
    publicKey,
    extensions: [subjectAltName([host]), critical(OID.acmeIdentifier, octetString(digest))],
  });
  return { certificate, privateKey };
}

/** Returns a new key, and the request for a certificate for the hosts, in DER (RFC 2986 §4). */
export async function requestCertificate(
  hosts: readonly string[],
): Promise<{ readonly request: Buffer; readonly privateKey: KeyObject }> {
  const { publicKey, privateKey } = await newKeys();
  const extensions = setOf(sequence(subjectAltName(hosts)));
  const info = sequence(
    derInteger(Buffer.of(0)), // version 1
    sequence(),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(0, sequence(objectId(OID.extensionRequest), extensions)),
  );
  const algorithm = sequence(objectId(OID.ecdsaWithSha256));
  const signature = bitString(sign('sha256', info, privateKey));
  return { request: sequence(info, algorithm, signature), privateKey };
}

/** Tells whether an authority made by {@link issueAuthority} may vouch for the name. */
export const mayVouchFor = (authority: X509Certificate, name: string): boolean =>
  authority.raw.includes(subtreeOf(name));

/** Tells whether a certificate made by {@link issueLeaf} is for exactly these names, in this order. */
export const isForNames = (leaf: X509Certificate, names: readonly string[]): boolean =>
  leaf.raw.includes(subjectAltName(names));

const newKeys = () => promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });

interface Body {
  readonly deps: IssueDeps;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly validity: Uint8Array;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Uint8Array[];
}

function signed(key: KeyObject, body: Body): X509Certificate {
  const algorithm = sequence(objectId(OID.ecdsaWithSha256));
  const toBeSigned = sequence(
    explicit(0, derInteger(Buffer.of(2))), // version 3
    derInteger(body.deps.random.bytes(16)),
    algorithm,
    body.issuer,
    body.validity,
    body.subject,
    body.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...body.extensions)),
  );
  const signature = sign('sha256', toBeSigned, key);
  return new X509Certificate(sequence(toBeSigned, algorithm, bitString(signature)));
}

const plain = (id: string, value: Uint8Array): Buffer => sequence(objectId(id), octetString(value));

const critical = (id: string, value: Uint8Array): Buffer =>
  sequence(objectId(id), isTrue, octetString(value));

const nameOf = (commonName: string): Buffer =>
  sequence(setOf(sequence(objectId(OID.commonName), utf8(commonName))));

// The name contains a digest of the key, because two authorities must never share a name.
const authorityName = (key: KeyObject): Buffer =>
  nameOf(`Formstead local CA ${keyIdOf(key).toString('hex').slice(0, 8)}`);

/** Returns the key id by method 1 of RFC 7093 §2, over the 65 bytes of an uncompressed P-256 point. */
function keyIdOf(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65);
  return hash('sha256', point, 'buffer').subarray(0, 20);
}

const subjectAltName = (names: readonly string[]): Buffer =>
  plain(
    OID.subjectAltName,
    sequence(
      ...names.map((name) => {
        const address = parseAddress(name);
        return address ? implicit(7, addressBytes(address)) : implicit(2, Buffer.from(name));
      }),
    ),
  );

/** Encodes a GeneralSubtree: one host name with all names below it, or one address. */
function subtreeOf(name: string): Buffer {
  const address = parseAddress(name);
  if (!address) return sequence(implicit(2, Buffer.from(name)));
  const bytes = addressBytes(address);
  return sequence(implicit(7, Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)])));
}
