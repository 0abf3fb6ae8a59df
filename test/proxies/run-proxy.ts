// Runs the examples of docs/https.md unchanged, except for addresses, names and certificates.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makePair } from '../support/certificates.ts';
import { findProgram, type Program } from '../support/debian-programs.ts';
import { freePort } from '../support/free-port.ts';
import { waitUntil } from '../support/wait-until.ts';

export interface RunningProxy {
  readonly port: number;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  stop(): Promise<void>;
}

interface ProxyOptions {
  readonly port: number;
  readonly folder: string;
  /** Paths of the operator's files; `pem` contains certificate and key. */
  readonly cert: string;
  readonly key: string;
  readonly pem: string;
}

interface Kind {
  /** Texts of the example, and their replacements in a test. */
  replacements(options: ProxyOptions): readonly (readonly [said: string, meant: string])[];
  /** Adds what an operator's file has around the example. */
  wrap(example: string, options: ProxyOptions): string;
  args(file: string, folder: string): readonly string[];
}

type ProxyProgram = Extract<Program, 'nginx' | 'haproxy' | 'caddy'>;

const KINDS: Readonly<Record<ProxyProgram, Kind>> = {
  nginx: {
    replacements: ({ port, cert, key }) => [
      ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
      ['/etc/ssl/forms.example.org.crt', cert],
      ['/etc/ssl/private/forms.example.org.key', key],
    ],
    wrap: (example, { folder }) =>
      [
        ...(process.getuid?.() === 0 ? ['user root;'] : []),
        `pid ${folder}/nginx.pid;`,
        'events {}',
        'http {',
        'access_log off;',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (kind) => `${kind}_temp_path ${folder}/${kind};`,
        ),
        example,
        '}',
      ].join('\n'),
    args: (file, folder) => ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;'],
  },
  haproxy: {
    replacements: ({ port, pem }) => [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['/etc/haproxy/forms.example.org.pem', pem],
    ],
    wrap: (example) => example,
    args: (file) => ['-db', '-f', file],
  },
  caddy: {
    replacements: ({ port, cert, key }) => [
      ['forms.example.org {', `https://localhost:${port} {\n  tls ${cert} ${key}`],
    ],
    wrap: (example) => `{\n  admin off\n  auto_https disable_redirects\n}\n${example}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

/** Starts an example of the document on a free port, in front of two ports of this machine. */
export async function startProxy(
  program: ProxyProgram,
  nodes: readonly [number, number],
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-proxy-'));
  const { cert, key, ca } = await makePair(Date.now(), ['localhost']);
  const port = await freePort();
  const inFolder = (name: string): string => join(folder, name);
  const options = {
    port,
    folder,
    cert: inFolder('cert.pem'),
    key: inFolder('key.pem'),
    pem: inFolder('both.pem'),
  };
  await writeFile(options.cert, cert);
  await writeFile(options.key, key);
  await writeFile(options.pem, cert + key);
  const kind = KINDS[program];
  let example = await exampleOf(program);
  const everything = [
    ...kind.replacements(options),
    ['10.0.0.11:8443', `127.0.0.1:${nodes[0]}`],
    ['10.0.0.12:8443', `127.0.0.1:${nodes[1]}`],
  ] as const;
  for (const [said, meant] of everything) {
    assert.equal(example.split(said).length, 2, `the example of ${program} says once: ${said}`);
    example = example.replace(said, () => meant);
  }
  const file = inFolder('config');
  await writeFile(file, kind.wrap(example, options));
  const { child, output } = await spawnIn(folder, findProgram(program), kind.args(file, folder));
  await waitUntil(async () => {
    assert.equal(child.exitCode, null, `${program} ended:\n${output()}`);
    return isListening(port);
  });
  return {
    port,
    ca,
    async stop() {
      if (child.exitCode === null) {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function exampleOf(program: ProxyProgram): Promise<string> {
  const document = await readFile('docs/https.md', 'utf8');
  const found = [...document.matchAll(new RegExp(`\`\`\`${program}\n(.*?)\`\`\``, 'gs'))];
  assert.equal(found.length, 1, `docs/https.md has one example of ${program}`);
  return found[0]?.[1] ?? '';
}

async function spawnIn(folder: string, path: string, args: readonly string[]) {
  const home = join(folder, 'home');
  await mkdir(home);
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const child: ChildProcess = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  }
  return { child, output: () => output };
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

export interface ProxiedCall {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The address of a client that is not a proxy. */
export const CLIENT = '127.0.0.2';

/** Sends one request over HTTPS from {@link CLIENT}, over its own connection. */
export async function ask(
  { port, ca }: Pick<RunningProxy, 'port' | 'ca'>,
  { method = 'GET', path, headers, body }: ProxiedCall,
): Promise<{ readonly status: number; readonly text: string }> {
  const request = httpsRequest({
    host: '127.0.0.1',
    localAddress: CLIENT,
    servername: 'localhost',
    port,
    path,
    method,
    headers: { host: `localhost:${port}`, ...headers },
    ca,
    agent: false,
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}
