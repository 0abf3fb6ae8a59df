// A real ACME authority for tests: Pebble, by the makers of Let's Encrypt, with a name server that sends all hosts here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePair } from './certificates.ts';
import { findProgram } from './debian-programs.ts';
import { freePort } from './free-port.ts';
import { sendRequest } from './instance.ts';
import { waitUntil } from './wait-until.ts';

export interface AcmeAuthority {
  /** The settings of a Formstead that asks it for the certificate of this host. */
  readonly env: Readonly<Record<string, string>>;
  readonly host: string;
  /** The port at which it looks for that host, instead of 443. */
  readonly port: number;
  /** What it has written so far. */
  said(): string;
  /** Returns the certificate, in PEM, that its certificates are trusted by. */
  root(): Promise<string>;
  stop(): Promise<void>;
}

const HOST = 'forms.example.org';

export async function startAcmeAuthority(): Promise<AcmeAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-acme-'));
  const [own, management, names, namesManagement, port] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  const pair = await makePair(Date.now(), ['localhost']);
  const file = (name: string): string => join(folder, name);
  const config = {
    listenAddress: `127.0.0.1:${own}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: file('cert.pem'),
    privateKey: file('key.pem'),
    tlsPort: port,
    httpPort: 1,
  };
  await writeFile(file('cert.pem'), pair.cert);
  await writeFile(file('key.pem'), pair.key);
  await writeFile(file('ca.pem'), pair.ca);
  await writeFile(file('pebble.json'), JSON.stringify({ pebble: config }));
  let said = '';
  const start = (program: 'pebble' | 'pebble-challtestsrv', args: readonly string[]) => {
    const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1' };
    const child = spawn(findProgram(program), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    return child;
  };
  const noOther = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const children = [
    start('pebble-challtestsrv', [
      ...['-dns01', `127.0.0.1:${names}`, '-management', `127.0.0.1:${namesManagement}`],
      ...['-defaultIPv4', '127.0.0.1', ...noOther],
    ]),
    start('pebble', ['-config', file('pebble.json'), '-dnsserver', `127.0.0.1:${names}`]),
  ];
  const get = (at: number | undefined, path: string) =>
    sendRequest({ port: at ?? 0, path, method: 'GET', ca: pair.ca, call: {}, token: null });
  await waitUntil(async () => {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error(`no Pebble: ${said}`);
    return get(own, '/dir').then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  return {
    env: {
      FORMSTEAD_PORT: String(port),
      FORMSTEAD_PUBLIC_URL: `https://${HOST}`,
      FORMSTEAD_ACME_DIRECTORY: `https://localhost:${own}/dir`,
      FORMSTEAD_ACME_CA_FILE: file('ca.pem'),
      FORMSTEAD_ACME_EMAIL: 'it@example.org',
    },
    host: HOST,
    port: port ?? 0,
    said: () => said,
    root: async () => (await get(management, '/roots/0')).text,
    async stop() {
      for (const child of children) {
        const closed = once(child, 'close');
        child.kill();
        await closed;
      }
      await rm(folder, { recursive: true });
    },
  };
}
