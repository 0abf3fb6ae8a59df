// `node tools/run.mjs tools/try-release.ts [FILE.tgz]`: installs a release into an empty folder as its users do, starts
// it, sets it up and completes a first form, and prints when each was done. Fails if that takes two minutes or longer.
//
// Why it exists: the promise of README is that somebody who has nothing but Node gets there in two minutes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fillFirstForm } from './try-release/first-form.ts';
import { startService } from './try-release/service.ts';

const LIMIT_MS = 120_000;
const started = performance.now();
const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const say = (what: string): void =>
  void process.stdout.write(`${seconds().padStart(8)}  ${what}\n`);

function tarball(): string {
  const [, , named] = process.argv;
  if (named !== undefined) return resolve(named);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return resolve('release', `formstead-${version}.tgz`);
}

async function tryIn(folder: string): Promise<void> {
  // Everything else stays as it is, such as the registry and the proxy that npm uses here.
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const env = { ...process.env, PATH: path };
  const install = ['install', '--global', '--prefix', folder, '--no-audit', '--no-fund', tarball()];
  execFileSync('npm', install, {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LIMIT_MS,
  });
  say('installed');
  const service = await startService({
    command: join(folder, 'bin', 'formstead'),
    args: ['serve'],
    env: { ...env, FORMSTEAD_PORT: '0' },
    cwd: folder,
  });
  try {
    say(`listening on ${service.address}`);
    await fillFirstForm({
      ca: readFileSync(join(folder, 'data', 'tls', 'cert.pem'), 'utf8'),
      port: Number(new URL(service.address).port),
      setUpLink: service.setUpLink ?? '',
    });
    say('set up, signed in, and the first form is complete');
  } finally {
    await service.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'formstead-try-'));
try {
  await tryIn(folder);
  if (performance.now() - started >= LIMIT_MS)
    throw new Error('This should take less than two minutes.');
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
