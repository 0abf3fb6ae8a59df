import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { isoTime } from '#commands/shell/text.ts';
import { resolvePublicUrl } from '#config/settings.ts';
import { mayVouchFor } from '#http/issue-certificate.ts';
import { CertificateError, dateFault, type KeyPair, parseKeyPair } from '#http/key-pair.ts';
import { counted } from '#kernel/counted.ts';
import { type Check, type DoctorContext, type Finding, findingsOf } from './finding.ts';

const { ok, warning, fault, skipped } = findingsOf('certificate');
const DAY_MS = 86_400_000;
const WARN_DAYS = 30;

/** Checks that the served certificate is valid, belongs to its key and names the public URL. */
export const checkCertificate: Check = async (context) => {
  const { tls } = context.settings;
  if (tls.mode === 'proxy') return [skipped('the proxy has the certificate')];
  try {
    return tls.mode === 'files'
      ? checkGiven(await readPair(tls.certFile, tls.keyFile), tls.certFile, context)
      : await checkLocal(context);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    const fix = 'mend or replace the files; a running service takes them up by itself';
    return [fault(error.message, fix)];
  }
};

function checkGiven(
  pair: KeyPair,
  certFile: string,
  { settings, world }: DoctorContext,
): readonly Finding[] {
  const host = hostOf(resolvePublicUrl(settings, settings.server.port));
  const { leaf } = pair;
  const isForHost = (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined;
  const names = leaf.subjectAltName?.replaceAll('DNS:', '').replaceAll('IP Address:', '');
  return [
    checkDates(leaf, world.clock.now(), certFile),
    isForHost
      ? ok(`it is for ${host}, the host of the public URL`)
      : fault(
          `it is not for ${host}, the host of the public URL, but for ${names ?? 'nothing'}`,
          'get a certificate for that name, or correct FORMSTEAD_PUBLIC_URL',
        ),
    ...checkChain(pair),
  ];
}

function checkDates(leaf: X509Certificate, now: number, file: string): Finding {
  const problem = dateFault(leaf, now);
  if (problem !== undefined) return fault(problem, `put a valid certificate into ${file}`);
  const days = Math.floor((leaf.validToDate.getTime() - now) / DAY_MS);
  const what = `it is valid until ${isoTime(leaf.validToDate.getTime())}, ${counted(days, 'day')} more`;
  return days < WARN_DAYS ? warning(what, 'renew it, and see why it was not renewed') : ok(what);
}

/** Checks the intermediates. Browsers fetch a missing one themselves; curl and identity providers do not. */
function checkChain({ cert, leaf }: KeyPair): readonly Finding[] {
  const [, next] = cert.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (next !== undefined && !leaf.checkIssued(new X509Certificate(next))) {
    const what = 'the second certificate of the file did not issue the first';
    return [warning(what, 'put the intermediates behind it, each issued by the next')];
  }
  return [];
}

async function checkLocal({ settings, world }: DoctorContext): Promise<readonly Finding[]> {
  const { dataDir, publicUrl, host } = settings.server;
  const file = join(dataDir, 'tls', 'ca.pem');
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  });
  if (pem === undefined)
    return [skipped('the first start makes a local authority and certificate')];
  const { leaf: authority } = parseKeyPair(pem, pem);
  const dates = checkDates(authority, world.clock.now(), file);
  const renewed =
    'restart the service: it makes a new authority; then give clients the new tls/cert.pem';
  const asked = publicUrl === undefined ? host : hostOf(publicUrl);
  return [
    { ...dates, what: `local authority: ${dates.what}`, ...(dates.fix && { fix: renewed }) },
    isIP(asked) !== 0 || mayVouchFor(authority, asked)
      ? ok('the local authority may vouch for the public URL; its certificates renew themselves')
      : warning(`the local authority may not vouch for ${asked}`, renewed),
  ];
}

async function readPair(certFile: string, keyFile: string): Promise<KeyPair> {
  return parseKeyPair(await readPem(certFile), await readPem(keyFile));
}

async function readPem(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const why = codeOf(cause) ?? 'unknown reason';
    throw new CertificateError(`${file} can't be read (${why}).`, { cause });
  }
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
