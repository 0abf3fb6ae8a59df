import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Environment } from '#config/settings.ts';

const PROGRAM = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const MOST_OUTPUT = 10_000;

/** Makes scheduled backups in processes of their own: to copy and encrypt all data would hold up every request. */
export interface BackUps {
  /** @throws CommandFailure with the reason why no backup was made */
  backUp(): Promise<void>;
  /** Ends a backup that is being made. The next one removes what it leaves behind. */
  stop(): void;
}

/** @param env the settings of the service, which the backup reads as well */
export function backUpsOf(env: Environment): BackUps {
  const stopping = new AbortController();
  return {
    async backUp() {
      const args = [...process.execArgv, PROGRAM, 'backup', '--if-due', '--json'];
      const child = spawn(process.execPath, args, {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
        signal: stopping.signal,
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-MOST_OUTPUT);
      });
      const [code, signal] = await once(child, 'close').catch((error: unknown) => [error]);
      if (code === 0 || stopping.signal.aborted) return;
      const silent = `The backup ended without saying why${signal ? ` (${signal})` : ''}.`;
      throw new CommandFailure(said.trim() || silent);
    },
    stop: () => stopping.abort(),
  };
}
