// The service in its own process, which can be killed at any time and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileCacheDir } from '../../tools/compile-cache.mjs';
import type { Env } from './command-line.ts';
import { type Answer, type Call, sendRequest } from './instance.ts';

export interface KilledServer {
  /** Only while it runs. */
  readonly pid: number;
  /** Starts it and waits until it listens. */
  start(): Promise<void>;
  /** Sends SIGKILL: nothing is flushed, closed or logged. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
  /** @throws if nothing listens, or if the connection ends before the answer is complete */
  request(
    method: string,
    path: string,
    call: Call & { readonly token: string | null },
  ): Promise<Answer>;
}

const START_MS = 30_000;
const ROOT = fileURLToPath(import.meta.resolve('../..'));

/**
 * @param env with a FORMSTEAD_DATA_DIR in which an account exists
 * @param root the folder of the program, which may be another version
 */
export function killedServer(
  env: Env & { readonly FORMSTEAD_DATA_DIR: string },
  root = ROOT,
): KilledServer {
  let child: ChildProcess | undefined;
  let port = 0;
  return {
    get pid() {
      return child?.pid ?? Number.NaN;
    },
    async start() {
      const started = spawn(process.execPath, [join(root, 'src/main.ts')], {
        cwd: root,
        // With the cached compiled code, it starts in half a second.
        env: { FORMSTEAD_PORT: '0', ...env, NODE_COMPILE_CACHE: compileCacheDir(root) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      let said = '';
      started.stderr.on('data', (chunk: Buffer) => {
        said = `${said}${chunk.toString()}`.slice(-4000);
      });
      const { promise, resolve } = Promise.withResolvers<number>();
      let printed = '';
      started.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const found = /^listening on https:\/\/.*:(\d+)\n/.exec(printed);
        if (found) resolve(Number(found[1]));
      });
      const ended = once(started, 'exit').then(([code]) => {
        throw new Error(`it ended with ${code} before it listened: ${said}`);
      });
      ended.catch(() => undefined);
      port = await Promise.race([promise, ended, sleep(START_MS, 0, { ref: false })]);
      if (port === 0) throw new Error(`it did not listen in time: ${said}`);
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
      const ended = once(killed, 'exit');
      killed.kill('SIGKILL');
      await ended;
    },
    async stop() {
      const stopped = child;
      child = undefined;
      if (!stopped) throw new Error('it does not run');
      const ended = once(stopped, 'exit');
      stopped.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
    async request(method, path, call) {
      const ca = readFileSync(join(env.FORMSTEAD_DATA_DIR, 'tls', 'cert.pem'), 'utf8');
      return sendRequest({ port, path, method, ca, call, token: call.token });
    },
  };
}
