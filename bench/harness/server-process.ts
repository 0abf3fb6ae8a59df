import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { messageFrom } from './message.ts';
import type { Usage } from './probe.ts';

/** A server in its own process. */
export interface ServerProcess {
  readonly port: number;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  /** The lines that it printed until it listened. */
  readonly greeting: readonly string[];
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

export interface Launch {
  /** The program for Node, and its arguments. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The file for stderr, which is the log, as in production. */
  readonly logFile: string;
  /** The file of the certificate authority, or a function that finds it in the greeting. */
  readonly ca: string | ((greeting: readonly string[]) => string);
}

const PROBE = import.meta.resolve('./probe.ts');
const LISTENING = /listening on https:\/\/.*:(\d+)$/;
const STOP_TIMEOUT_MS = 15_000;

/** Removes all settings of Formstead and Node, so that the environment can't affect the measurement. */
function cleanEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(FORMSTEAD_|NODE_OPTIONS$|NODE_EXTRA)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

/** Starts a server and waits until it prints `listening on https://HOST:PORT`. */
export async function startServer(launch: Launch): Promise<ServerProcess> {
  const log = openSync(launch.logFile, 'a');
  const child = spawn(process.execPath, ['--import', PROBE, ...launch.command], {
    env: cleanEnv(launch.env),
    stdio: ['ignore', 'pipe', log, 'ipc'],
  });
  closeSync(log);
  const greeting = await greetingOf(child, launch.logFile);
  const port = Number(LISTENING.exec(greeting[0] ?? '')?.[1]);
  const caFile = typeof launch.ca === 'string' ? launch.ca : launch.ca(greeting);
  return {
    port,
    ca: readFileSync(caFile, 'utf8'),
    greeting,
    async usage() {
      const answer = messageFrom(child, `the server logging to ${launch.logFile}`);
      child.send('usage');
      return (await answer) as Usage;
    },
    stop: () => stop(child),
  };
}

/** Returns all lines printed until there is a pause after the "listening" line. */
async function greetingOf(child: ChildProcess, logFile: string): Promise<readonly string[]> {
  const { stdout } = child;
  if (!stdout) throw new Error('the server has no output');
  const lines: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const reader = createInterface({ input: stdout });
  reader.on('line', (line) => {
    lines.push(line);
    if (LISTENING.test(lines[0] ?? '')) setImmediate(resolve);
  });
  child.once('error', reject);
  child.once('exit', (code) => {
    // After minutes of service, the log may be too large to read into a string.
    if (LISTENING.test(lines[0] ?? '')) return;
    const said = readFileSync(logFile, 'utf8').slice(-2000);
    reject(new Error(`a server ended with ${code} before it listened: ${lines.join('\n')}${said}`));
  });
  await promise;
  return lines;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(insist);
}
