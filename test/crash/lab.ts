// A server at work with everything that it does to its data directory written down.
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import type { Random } from '../support/seeded.ts';
import { Ledger } from './ledger.ts';
import { workUntilOver } from './load.ts';
import { type Prepared, prepare } from './prepared.ts';
import { createRecording, type Recording } from './recorder.ts';

export interface Lab {
  /** Everything of this laboratory; to be removed once nobody has to look at it. */
  readonly folder: string;
  /** The data directory as it was, durable, when the record began. */
  readonly start: string;
  readonly prepared: Prepared;
  readonly recording: Recording;
  readonly server: KilledServer;
  readonly ledger: Ledger;
  /** Answers that are neither a success nor 503. */
  readonly odd: string[];
  /** All kinds of clients work so long. */
  work(random: Random, ms: number, prefix?: string): Promise<void>;
}

/** Starts the server. */
export async function openLab(engine: Engine): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-crash-'));
  const prepared = await prepare(engine);
  const start = join(folder, 'start');
  await cp(prepared.dataDir, start, { recursive: true });
  const recording = createRecording(folder, prepared.dataDir);
  const server = killedServer({ ...prepared.env, ...recording.env });
  await server.start();
  const ledger = new Ledger();
  const odd: string[] = [];
  return {
    folder,
    start,
    prepared,
    recording,
    server,
    ledger,
    odd,
    async work(random, ms, prefix = '') {
      const over = new AbortController();
      const timer = sleep(ms).then(() => over.abort());
      await workUntilOver({
        ...prepared,
        ledger,
        prefix,
        random,
        now: () => recording.length(),
        request: (method, path, call) =>
          server.request(method, path, { token: prepared.token, ...call }),
        onOdd: (answer: Answer, what) => odd.push(`${what}: ${answer.status} ${answer.text}`),
        isOver: () => over.signal.aborted,
      });
      await timer;
    },
  };
}

/** An empty folder for a state of the disk. */
export async function emptyFolder({ folder }: Lab, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}
