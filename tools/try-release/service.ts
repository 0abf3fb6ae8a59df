// Starts a `formstead serve` of any kind (installed, unpacked, in a container), and waits until it listens.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Service {
  /** Where it listens, such as `https://127.0.0.1:8443`. */
  readonly address: string;
  /** The page that creates the first admin, with its one-time token; undefined if there is an admin. */
  readonly setUpLink: string | undefined;
  /** What it wrote to its log so far. */
  log(): string;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

export interface Start {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

const PATIENCE_MS = 60_000;
const KEPT_CHARACTERS = 20_000;

/** @throws Error if it ends, or does not listen within a minute; with what it said */
export async function startService({ command, args = [], env, cwd }: Start): Promise<Service> {
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let logged = '';
  child.stderr.on('data', (chunk: Buffer) => {
    logged = `${logged}${chunk.toString()}`.slice(-KEPT_CHARACTERS);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('It did not listen in time.')), PATIENCE_MS);
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (/^listening on .*$/m.test(printed)) resolve();
  });
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`It ended with ${code} before it listened.`)));
  try {
    await promise;
  } catch (cause) {
    child.kill('SIGKILL');
    throw new Error(`${String(cause)} It said:\n${printed}${logged}`, { cause });
  } finally {
    clearTimeout(timer);
  }
  return {
    address: /^listening on (\S+)$/m.exec(printed)?.[1] ?? '',
    setUpLink: /^ {2}(https:\S+\/set-up#\S+)$/m.exec(printed)?.[1],
    log: () => logged,
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return child.exitCode;
}
