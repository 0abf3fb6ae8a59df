import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { systemRandom } from '#kernel/ids.ts';
import { issueLeaf } from './issue-certificate.ts';
import { CertificateError } from './key-pair.ts';
import { ensureLocalCertificate, type LocalCertificate } from './local-certificate.ts';

const NOW = Date.now();
const DAY = 86_400_000;
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Returns a service with a data directory of its own that can be started repeatedly. */
async function newService() {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'formstead-tls-')), 'data');
  folders.push(join(dataDir, '..'));
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const start = (
    options: { asked?: string[]; hostName?: string; now?: number; restarted?: boolean } = {},
  ): Promise<LocalCertificate> =>
    ensureLocalCertificate(
      dataDir,
      { asked: options.asked ?? [], hostName: options.hostName ?? 'box' },
      {
        now: options.now ?? NOW,
        random: systemRandom,
        log,
        mayMakeAuthority: options.restarted ?? true,
      },
    );
  const path = (name: string): string => join(dataDir, 'tls', name);
  return { path, lines, start };
}

/** Serves a certificate and connects to it as a client that trusts `ca`. */
async function handshake(pair: { cert: string; key: string }, ca: string, name: string) {
  const server = createServer({ cert: pair.cert, key: pair.key });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: '127.0.0.1', port, ca, ...nameOptions(name) });
  try {
    await once(client, 'secureConnect');
    return 'trusted';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'UNSPECIFIED' ? message : code;
  } finally {
    client.destroy();
    server.close();
  }
}
// A client never sends an address as SNI; the identity check takes it from the host.
const nameOptions = (name: string) =>
  /^[\d.:]+$/.test(name)
    ? {
        checkServerIdentity: (_: string, peer: { raw: Buffer }) =>
          new X509Certificate(peer.raw).checkIP(name) ? undefined : new Error('other address'),
      }
    : { servername: name };

const certificateIn = (pem: string): X509Certificate => new X509Certificate(pem);

test('a first start makes an authority that clients can trust, for every name of the service', async () => {
  const service = await newService();
  const local = await service.start({
    asked: ['192.0.2.7', 'Forms.Example.org', '0.0.0.0', '::', 'not a name', 'a_b'],
  });
  assert.equal(local.caPath, service.path('cert.pem'));
  const ca = await readFile(local.caPath, 'utf8');
  assert.equal(certificateIn(ca).fingerprint256, local.authority.fingerprint256);
  assert.doesNotMatch(ca, /PRIVATE/);
  for (const name of ['localhost', '127.0.0.1', '::1', 'box', '192.0.2.7', 'forms.example.org']) {
    assert.equal(await handshake(local.pair, ca, name), 'trusted', name);
  }
  assert.equal(
    await handshake(local.pair, ca, 'other.example.org'),
    'ERR_TLS_CERT_ALTNAME_INVALID',
  );
  const { leaf } = local.pair;
  assert.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  assert.equal(leaf.ca, false);
  assert.equal(certificateIn(ca).ca, true);
  assert.equal(leaf.subjectAltName?.split(', ').length, 6);
  assert.equal(Math.round((leaf.validToDate.getTime() - NOW) / DAY), 90);
  assert.equal(Math.round((local.authority.validToDate.getTime() - NOW) / DAY), 3650);
});

test('keys are readable by the service alone', async () => {
  const service = await newService();
  await service.start();
  const mode = async (name: string) => ((await stat(service.path(name))).mode & 0o777).toString(8);
  assert.equal(await mode(''), '700');
  assert.equal(await mode('ca.pem'), '600');
  assert.equal(await mode('server.pem'), '600');
  assert.deepEqual((await readdir(service.path(''))).sort(), ['ca.pem', 'cert.pem', 'server.pem']);
});

test('who steals the authority cannot impersonate other hosts to those who trust it', async () => {
  const service = await newService();
  const { authority } = await service.start({ asked: ['forms.example.org'] });
  const stolen = {
    certificate: authority,
    privateKey: createPrivateKey(await readFile(service.path('ca.pem'), 'utf8')),
  };
  const forge = async (name: string) => {
    const forged = await issueLeaf(stolen, [name], { now: NOW, random: systemRandom });
    const key = forged.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return handshake({ cert: forged.certificate.toString(), key }, authority.toString(), name);
  };
  assert.equal(await forge('forms.example.org'), 'trusted');
  for (const name of ['bank.example', 'example.org', 'xforms.example.org', '198.51.100.1', '::2']) {
    assert.equal(await forge(name), 'permitted subtree violation', name);
  }
});

test('a restart changes nothing', async () => {
  const service = await newService();
  const first = await service.start({ asked: ['192.0.2.7'] });
  const again = await service.start({ asked: ['192.0.2.7'], now: NOW + 59 * DAY });
  assert.equal(again.pair.cert, first.pair.cert);
  assert.equal(again.authority.fingerprint256, first.authority.fingerprint256);
  assert.equal(service.lines.length, 2);
});

test('the certificate is renewed 30 days before it ends, under the same authority', async () => {
  const service = await newService();
  const first = await service.start();
  const later = await service.start({ now: NOW + 60 * DAY + 1000, restarted: false });
  assert.notEqual(later.pair.cert, first.pair.cert);
  assert.equal(later.authority.fingerprint256, first.authority.fingerprint256);
  assert.equal(Math.round((later.pair.leaf.validToDate.getTime() - NOW) / DAY), 150);
  // A clock once ran ahead: the certificate from the future is replaced.
  const back = await service.start({ now: NOW });
  assert.equal(Math.round((back.pair.leaf.validToDate.getTime() - NOW) / DAY), 90);
});

test('an authority near its end is replaced, aloud', async () => {
  const service = await newService();
  const first = await service.start();
  const later = await service.start({ now: NOW + 3531 * DAY, restarted: false });
  assert.notEqual(later.authority.fingerprint256, first.authority.fingerprint256);
  const shown = certificateIn(await readFile(later.caPath, 'utf8'));
  assert.equal(shown.fingerprint256, later.authority.fingerprint256);
  assert.match(service.lines.join(), /authority replaced: clients must trust/);
});

test('another public URL needs a new authority, another container name does not', async () => {
  const service = await newService();
  const first = await service.start({ asked: ['a.example.org'], hostName: 'c0ffee' });
  const moved = await service.start({ asked: ['a.example.org'], hostName: 'deadbeef' });
  assert.equal(moved.authority.fingerprint256, first.authority.fingerprint256);
  assert.match(first.pair.leaf.subjectAltName ?? '', /c0ffee/);
  assert.doesNotMatch(moved.pair.leaf.subjectAltName ?? '', /c0ffee|deadbeef/);
  const renamed = await service.start({ asked: ['b.example.org'], hostName: 'c0ffee' });
  assert.notEqual(renamed.authority.fingerprint256, first.authority.fingerprint256);
  assert.match(service.lines.join(), /it cannot vouch for b\.example\.org/);
  const ca = await readFile(renamed.caPath, 'utf8');
  assert.equal(await handshake(renamed.pair, ca, 'b.example.org'), 'trusted');
});

test('many first starts at once agree on one authority', async () => {
  const service = await newService();
  const all = await Promise.all(Array.from({ length: 12 }, () => service.start()));
  assert.equal(new Set(all.map(({ authority }) => authority.fingerprint256)).size, 1);
  const ca = await readFile(service.path('cert.pem'), 'utf8');
  for (const { pair } of all) assert.equal(await handshake(pair, ca, 'localhost'), 'trusted');
  assert.deepEqual((await readdir(service.path(''))).sort(), ['ca.pem', 'cert.pem', 'server.pem']);
  const last = await service.start();
  assert.equal(last.authority.fingerprint256, all[0]?.authority.fingerprint256);
});

test('a damaged or vanished authority is never replaced silently, a damaged certificate is', async () => {
  const service = await newService();
  const first = await service.start();
  await writeFile(service.path('server.pem'), 'rubbish');
  await writeFile(service.path('cert.pem'), 'rubbish');
  const mended = await service.start();
  assert.equal(mended.authority.fingerprint256, first.authority.fingerprint256);
  assert.equal(await readFile(service.path('cert.pem'), 'utf8'), first.authority.toString());

  await writeFile(service.path('ca.pem'), first.authority.toString());
  await assert.rejects(service.start(), (error) => {
    assert.ok(error instanceof CertificateError);
    return /ca\.pem is damaged: restore it, or remove it/.test(error.message);
  });
  await rm(service.path('ca.pem'));
  await assert.rejects(service.start({ restarted: false }), /ca\.pem is gone/);
  assert.ok(await service.start());
});

test('a data directory that cannot be used is an error', async () => {
  const service = await newService();
  await service.start();
  await rm(service.path(''), { recursive: true });
  await writeFile(service.path(''), '');
  await assert.rejects(service.start(), /can't be made: there is a file in its place/);
});
