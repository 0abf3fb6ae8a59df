import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compactDecrypt, decodeJwt, decodeProtectedHeader } from 'jose';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread } from '../harness/figures.ts';
import { caller, expectJson, wireRequest } from '../harness/https-call.ts';
import type { Report } from '../harness/report.ts';
import {
  type Contender,
  measureRounds,
  QUIET_AFTER_WRITES_MS,
  type Samples,
} from '../harness/rounds.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS, throughputRatio } from '../harness/throughput.ts';
import { type Deployment, deployFormstead, type Engine, tokenForm } from '../servers/formstead.ts';

const REACH = 2;
const PEER = 'oidc-provider';
const FORM = 'application/x-www-form-urlencoded';

export const benchmark: Benchmark = {
  name: 'issue-token',
  order: 2,
  async run(bench) {
    const sqlite = await deployFormstead(bench, 'SQLite');
    const contenders = [
      await formstead(sqlite, 'SQLite'),
      await formstead(await deployFormstead(bench, 'PostgreSQL'), 'PostgreSQL'),
      await peer(bench, sqlite),
    ];
    const { pace, quick } = bench;
    const writing = quick ? pace : { ...pace, quietMs: QUIET_AFTER_WRITES_MS };
    return report(await measureRounds(bench.client, contenders, writing));
  },
};

const contender = (name: string, server: ServerProcess, body: string): Contender => ({
  name,
  server,
  requests: [
    wireRequest(
      'POST /connect/token',
      {
        host: `localhost:${server.port}`,
        'content-type': FORM,
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    ),
  ],
});

async function formstead(deployment: Deployment, engine: Engine): Promise<Contender> {
  const server = await deployment.start();
  return contender(`Formstead on ${engine}`, server, tokenForm(deployment));
}

async function peer(bench: Bench, deployment: Deployment): Promise<Contender> {
  const { clientId, clientSecret, dataDir } = deployment;
  const folder = await bench.folder();
  const clientFile = join(folder, 'client.json');
  const key = randomBytes(32);
  const client = { clientId, clientSecret, userId: 'user', encryptionKey: key.toString('base64') };
  await writeFile(clientFile, JSON.stringify(client));
  const program = fileURLToPath(import.meta.resolve('../peers/oidc-provider.mjs'));
  const server = await startServer({
    command: [program, clientFile, join(dataDir, 'tls', 'server.pem')],
    logFile: join(folder, 'log'),
    ca: join(dataDir, 'tls', 'cert.pem'),
  });
  bench.defer(server.stop);
  const body = tokenForm(deployment);
  await requireSameToken(server, body, key);
  return contender(PEER, server, body);
}

/** Checks that the peer does the same work. @throws Error if its token is of another kind */
async function requireSameToken(server: ServerProcess, text: string, key: Buffer): Promise<void> {
  const call = caller(server.port, server.ca);
  const answer = expectJson(
    await call('POST', '/connect/token', { type: FORM, text }),
    200,
    'the token request to oidc-provider',
  );
  call.close();
  const { plaintext, protectedHeader } = await compactDecrypt(String(answer['access_token']), key);
  const inner = Buffer.from(plaintext).toString('latin1');
  const { alg, typ } = decodeProtectedHeader(inner);
  const { exp = 0, iat = 0, sub } = decodeJwt(inner);
  const kind = [protectedHeader.alg, protectedHeader.enc, alg, typ, exp - iat, sub].join(' ');
  if (kind !== 'dir A256GCM ES256 at+jwt 3600 user') {
    throw new Error(`oidc-provider makes another token: ${kind}`);
  }
}

function report(samples: Samples): Report {
  const ours = 'Formstead on SQLite';
  const ratio = throughputRatio(samples, ours, PEER);
  const cpu = cpuRatio(samples, PEER, ours);
  return {
    title: 'POST /connect/token',
    method: [
      'ES256 inside dir/A256GCM, 3600 seconds, client id and secret in the body; both servers read the ' +
        'client from storage for every request and keep its secret as SHA-256. Formstead also reads the ' +
        'account and the user, counts the limits, stores an audit line durably before it answers, and logs.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, `of ${PEER}`],
      rows: [...samples.keys()].map((name) => rowOf(samples, name, PEER)),
    },
    goals: [
      {
        what: 'POST /connect/token, SQLite',
        reach: `>= ${REACH}x oidc-provider doing the same work`,
        measured: `${showSpread(ratio)}; by CPU ${showSpread(cpu)}`,
        isReached: ratio.median >= REACH,
      },
    ],
  };
}
