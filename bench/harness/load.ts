import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult, ToClient } from './load-client.ts';
import { messageFrom } from './message.ts';

/** The load client: one process for all measurements of a run. */
export interface LoadClient {
  /** Opens the connections, before the measurement. */
  connect(order: LoadOrder): Promise<void>;
  run(ms: number): Promise<LoadResult>;
  disconnect(): Promise<void>;
  stop(): void;
}

export function startLoadClient(): LoadClient {
  const child = fork(fileURLToPath(import.meta.resolve('./load-client.ts')), {
    execArgv: [],
    serialization: 'advanced',
  });
  const ask = async (message: ToClient): Promise<unknown> => {
    const answer = messageFrom(child, 'the load client');
    child.send(message);
    const result = await answer;
    if (typeof result === 'object' && result !== null && 'error' in result) {
      throw new Error(`the load client failed: ${String(result.error)}`);
    }
    return result;
  };
  return {
    async connect(order) {
      await ask({ order });
    },
    run: async (ms) => (await ask({ runMs: ms })) as LoadResult,
    async disconnect() {
      await ask({ close: true });
    },
    stop: () => child.disconnect(),
  };
}
