// `node tools/run.mjs tools/try-release.ts [FILE]`: installs a release (.tgz) into an empty folder as its users do, or
// loads its image (-image.tar.gz) and runs it by Podman, read-only and not as root. It starts it, sets it up and
// completes a first form, and prints when each was done. Fails if that takes two minutes or longer.
//
// Why it exists: the promise of README is that somebody who has nothing but Node, or Podman, gets there in two minutes.
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fillFirstForm } from './try-release/first-form.ts';
import { loadImage, openPodman } from './try-release/podman.ts';
import { type Start, startService } from './try-release/service.ts';

const LIMIT_MS = 120_000;
const USER_IN_IMAGE = 10_001;
const started = performance.now();
const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const say = (what: string): void =>
  void process.stdout.write(`${seconds().padStart(8)}  ${what}\n`);

function fileToTry(): string {
  const [, , named] = process.argv;
  if (named !== undefined) return resolve(named);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return resolve('release', `formstead-${version}.tgz`);
}

/** What was installed: how to start it, and where its data will be. */
interface Installed {
  readonly start: Start;
  readonly data: string;
}

function installTarball(file: string, folder: string): Installed {
  // Everything else stays as it is, such as the registry and the proxy that npm uses here.
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const env = { ...process.env, PATH: path };
  const install = ['install', '--global', '--prefix', folder, '--no-audit', '--no-fund', file];
  execFileSync('npm', install, {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LIMIT_MS,
  });
  const command = join(folder, 'bin', 'formstead');
  const start = { command, args: ['serve'], env: { ...env, FORMSTEAD_PORT: '0' }, cwd: folder };
  return { start, data: join(folder, 'data') };
}

async function installImage(file: string, folder: string): Promise<Installed> {
  const podman = openPodman(folder);
  const image = await loadImage(podman, file, folder);
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, USER_IN_IMAGE, USER_IN_IMAGE);
  const settings = { FORMSTEAD_HOST: '127.0.0.1', FORMSTEAD_PORT: '0' };
  const start = {
    ...podman.runCommand({ image, name: 'tried', data, settings }),
    env: process.env,
  };
  return { start, data };
}

async function tryIn(folder: string): Promise<void> {
  const file = fileToTry();
  const isImage = file.endsWith('-image.tar.gz');
  const { start, data } = await (isImage ? installImage : installTarball)(file, folder);
  say('installed');
  const service = await startService(start);
  try {
    say(`listening on ${service.address}`);
    await fillFirstForm({
      ca: readFileSync(join(data, 'tls', 'cert.pem'), 'utf8'),
      port: Number(new URL(service.address).port),
      setUpLink: service.setUpLink ?? '',
    });
    say('set up, signed in, and the first form is complete');
  } finally {
    const code = await service.stop();
    say(`stopped with ${code}`);
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
