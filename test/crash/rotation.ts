// Rotates the keys of access tokens with the command that operators use, next to the running server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCacheDir } from '../../tools/compile-cache.mjs';
import type { Env } from '../support/command-line.ts';
import type { Ledger } from './ledger.ts';

const ROOT = fileURLToPath(import.meta.resolve('../..'));

export interface Rotation {
  kill(): void;
  /** @returns what is odd about how it ended; a reported failure is not odd */
  ended(): Promise<readonly string[]>;
}

/** @param now returns the moment, as the ledger counts */
export function rotateKeys(env: Env, ledger: Ledger, now: () => number): Rotation {
  const child = spawn(process.execPath, ['src/cli.ts', 'keys', 'rotate', '--json'], {
    env: { ...env, NODE_COMPILE_CACHE: compileCacheDir(ROOT) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = text(child.stdout).then((made) => {
    // A complete line says that the rotation is done, even if the process failed later.
    if (!made.endsWith('\n')) return;
    const keys = JSON.parse(made) as readonly { readonly kid: string }[];
    for (const { kid } of keys) ledger.attempt(`key ${kid}`, 'made')(now());
  });
  const complained = text(child.stderr);
  const exited = once(child, 'exit');
  return {
    kill: () => void child.kill('SIGKILL'),
    async ended() {
      await said;
      const [code] = await exited;
      const error = await complained;
      const isOdd = /\n\s+at /.test(error) || (code !== 0 && code !== null && error === '');
      return isOdd ? [`keys rotate ended with ${code}: ${error}`] : [];
    },
  };
}
