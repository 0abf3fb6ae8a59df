// The certificate of a service that was given none: a local authority, made at first start, and a server
// certificate under it that is renewed 30 days before it expires. The files in DATA_DIR/tls:
//   cert.pem    the authority's certificate, for clients to trust (curl --cacert, NODE_EXTRA_CA_CERTS)
//   ca.pem      the authority's key and certificate      (mode 0600)
//   server.pem  the server's key and certificate         (mode 0600)
// Key and certificate share a file, so that no crash can leave half a pair.
import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { link, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { parseAddress } from '#kernel/addresses.ts';
import { makeFolderAside } from '#kernel/make-folder.ts';
import {
  type IssueDeps,
  type Issued,
  isForNames,
  issueAuthority,
  issueLeaf,
  mayVouchFor,
} from './issue-certificate.ts';
import { CertificateError, type KeyPair, parseKeyPair } from './key-pair.ts';

export interface LocalNames {
  /** The names that the operator asked for: an authority that cannot vouch for one of them is replaced. */
  readonly asked: readonly string[];
  /** The host name, left out when the authority cannot vouch for it: in a container it changes. */
  readonly hostName: string;
}

export interface LocalDeps extends IssueDeps {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /**
   * True at start. Later a missing authority is an error: a data directory that is gone for a moment must not cut
   * off every client.
   */
  readonly mayMakeAuthority: boolean;
}

export interface LocalCertificate {
  readonly pair: KeyPair;
  readonly authority: X509Certificate;
  /** The file for clients to trust. */
  readonly caPath: string;
}

const DAY_MS = 86_400_000;
const RENEW_BEFORE_MS = 30 * DAY_MS;
// An authority must outlive the certificates under it.
const REPLACE_BEFORE_MS = 120 * DAY_MS;
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const EVERY_INTERFACE = ['0.0.0.0', '::'];
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * Makes or renews every certificate that is missing, due or for other names; changes nothing otherwise.
 * @throws CertificateError when the authority's file is damaged, or is gone and may not be made again.
 */
export async function ensureLocalCertificate(
  dataDir: string,
  names: LocalNames,
  deps: LocalDeps,
): Promise<LocalCertificate> {
  const directory = join(dataDir, 'tls');
  const caPath = join(directory, 'cert.pem');
  if (deps.mayMakeAuthority) await makeFolderAside(directory);
  const asked = cleanNames([...LOOPBACK, ...names.asked]);
  const wanted = cleanNames([...asked, names.hostName]);
  const authority = await ensureAuthority(directory, { asked, wanted }, deps);
  const shown = authority.certificate.toString();
  if ((await readText(caPath)) !== shown) await replaceFile(caPath, shown, 0o644);
  const vouched = wanted.filter((name) => mayVouchFor(authority.certificate, name));
  const pair = await ensureLeaf(join(directory, 'server.pem'), authority, vouched, deps);
  return { pair, authority: authority.certificate, caPath };
}

/**
 * Copies the authority that clients trust to another data directory, unless one is there.
 * @returns false if there is none to copy: the certificate comes from elsewhere
 */
export async function copyLocalAuthority(from: string, to: string): Promise<boolean> {
  const [key, shown] = await Promise.all([
    readText(join(from, 'tls', 'ca.pem')),
    readText(join(from, 'tls', 'cert.pem')),
  ]);
  if (key === undefined) return false;
  const directory = join(to, 'tls');
  await makeFolderAside(directory);
  if (!(await createFile(join(directory, 'ca.pem'), key))) return true;
  if (shown !== undefined) await replaceFile(join(directory, 'cert.pem'), shown, 0o644);
  return true;
}

/** Returns host names and addresses in one spelling, each once, without those that no certificate can name. */
function cleanNames(names: readonly string[]): readonly string[] {
  const clean = names.map((name) => parseAddress(name)?.text ?? name.toLowerCase());
  return [...new Set(clean)].filter(
    (name) => !EVERY_INTERFACE.includes(name) && (parseAddress(name) || HOST_NAME.test(name)),
  );
}

async function ensureAuthority(
  directory: string,
  names: { readonly asked: readonly string[]; readonly wanted: readonly string[] },
  deps: LocalDeps,
): Promise<Issued> {
  const path = join(directory, 'ca.pem');
  const existing = await readAuthority(path);
  const why = existing && reasonToReplace(existing.certificate, names.asked, deps.now);
  if (existing && why === undefined) return existing;
  if (!existing && !deps.mayMakeAuthority) throw new CertificateError(`${path} is gone.`);
  const made = await issueAuthority(names.wanted, deps);
  const logFields = { fingerprint: made.certificate.fingerprint256, why };
  if (existing) {
    await replaceFile(path, pemOf(made), 0o600);
    deps.log.warn(
      logFields,
      'local certificate authority replaced: clients must trust the new cert.pem',
    );
    return made;
  }
  if (await createFile(path, pemOf(made))) {
    deps.log.info(logFields, 'local certificate authority made');
    return made;
  }
  // Another process was first.
  return (await readAuthority(path)) ?? made;
}

function reasonToReplace(
  authority: X509Certificate,
  asked: readonly string[],
  now: number,
): string | undefined {
  if (now > authority.validToDate.getTime() - REPLACE_BEFORE_MS) return 'it expires';
  const beyond = asked.find((name) => !mayVouchFor(authority, name));
  return beyond === undefined ? undefined : `it cannot vouch for ${beyond}`;
}

async function readAuthority(path: string): Promise<Issued | undefined> {
  const pem = await readText(path);
  if (pem === undefined) return undefined;
  try {
    const { leaf } = parseKeyPair(pem, pem);
    return { certificate: leaf, privateKey: createPrivateKey(pem) };
  } catch (cause) {
    // Not replaced silently: every client that trusts it would be cut off.
    throw new CertificateError(
      `${path} is damaged: restore it, or remove it to have a new authority made that clients must then trust.`,
      { cause },
    );
  }
}

async function ensureLeaf(
  path: string,
  authority: Issued,
  names: readonly string[],
  deps: LocalDeps,
): Promise<KeyPair> {
  const existing = readLeaf(await readText(path), deps);
  if (existing && isCurrent(existing.leaf, authority.certificate, names, deps.now)) return existing;
  const made = await issueLeaf(authority, names, deps);
  await replaceFile(path, pemOf(made), 0o600);
  deps.log.info({ names, validTo: made.certificate.validTo }, 'local certificate made');
  return pairOf(pemOf(made));
}

function isCurrent(
  leaf: X509Certificate,
  authority: X509Certificate,
  names: readonly string[],
  now: number,
): boolean {
  return (
    leaf.validFromDate.getTime() <= now &&
    now < leaf.validToDate.getTime() - RENEW_BEFORE_MS &&
    isForNames(leaf, names) &&
    leaf.verify(authority.publicKey)
  );
}

function readLeaf(pem: string | undefined, { log }: LocalDeps): KeyPair | undefined {
  if (pem === undefined) return undefined;
  try {
    return pairOf(pem);
  } catch (error) {
    log.warn({ err: error }, 'server.pem is damaged: a new certificate is made');
    return undefined;
  }
}

const pairOf = (pem: string): KeyPair => {
  const { leaf, key } = parseKeyPair(pem, pem);
  return { cert: leaf.toString(), key, leaf };
};

const pemOf = ({ certificate, privateKey }: Issued): string =>
  `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${certificate.toString()}`;

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined;
    throw error;
  }
}

/** Replaces a file as a whole: no reader and no crash leaves half of it. */
const replaceFile = (path: string, content: string, mode: number): Promise<void> =>
  withTemporary(path, content, mode, (temporary) => rename(temporary, path));

/** Creates a file as a whole. @returns false when it exists already: of several first starts one wins. */
async function createFile(path: string, content: string): Promise<boolean> {
  let won = true;
  await withTemporary(path, content, 0o600, async (temporary) => {
    try {
      await link(temporary, path);
    } catch (error) {
      won = !hasCode(error, ['EEXIST']);
      if (!won) return;
      // Some file systems have no hard links.
      if (!hasCode(error, ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'])) throw error;
      await rename(temporary, path);
    }
  });
  return won;
}

async function withTemporary(
  path: string,
  content: string,
  mode: number,
  moveIntoPlace: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(`${path}.new-`);
  try {
    const temporary = join(folder, 'file');
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveIntoPlace(temporary);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
