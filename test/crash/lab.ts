// A server under load whose disk operations in its data directory are recorded.
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import type { Random } from '../support/seeded.ts';
import { Ledger } from './ledger.ts';
import type { LedgerReceiver } from './ledger-receiver.ts';
import { workUntilOver } from './load.ts';
import { type Prepared, renewToken } from './prepared.ts';
import { createRecording, type Recording } from './recorder.ts';
import { rotateKeys } from './rotation.ts';

export interface Lab {
  /** All files of this lab; removed when they are no longer needed. */
  readonly folder: string;
  /** A durable copy of the data directory from before the recording began. */
  readonly start: string;
  readonly prepared: Prepared;
  readonly recording: Recording;
  readonly server: KilledServer;
  readonly ledger: Ledger;
  /** Requests whose answer was neither a success nor a 503 in the form of its protocol. */
  readonly odd: string[];
  /** Runs all kinds of clients for this long. */
  work(random: Random, ms: number, prefix?: string): Promise<void>;
  /** Rotates the keys of access tokens with the command. */
  rotateKeys(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a server on a copy of the prepared data. @param receiver receives the messages of its webhook */
export async function openLab(of: Prepared, receiver?: LedgerReceiver): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-crash-'));
  const start = join(folder, 'start');
  const dataDir = join(folder, 'data');
  for (const copy of [start, dataDir]) await cp(of.dataDir, copy, { recursive: true });
  const copy = { ...of, dataDir, env: { ...of.env, FORMSTEAD_DATA_DIR: dataDir } };
  const recording = createRecording(folder, dataDir);
  const server = killedServer({ ...copy.env, ...recording.env });
  await server.start();
  const prepared = await renewToken(copy, server);
  const ledger = new Ledger();
  receiver?.recordTo(ledger, recording.length);
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
        onOdd: (what) => void odd.push(what),
        onSilence: (what) => void odd.push(what),
        isOver: () => over.signal.aborted,
      });
      await timer;
    },
    async rotateKeys() {
      const env = { ...prepared.env, ...recording.env };
      odd.push(...(await rotateKeys(env, ledger, recording.length).ended()));
    },
    async kill() {
      await server.kill();
      await receiver?.waitUntilIdle();
    },
  };
}

/**
 * Works until SQLite's log has been moved into the database file and is overwritten from its beginning, or until the
 * server reports that it no longer writes.
 */
export async function workUntilLogRestarts(lab: Lab, random: Random): Promise<void> {
  const restarted = (): boolean => {
    const paths = new Map<string, string>();
    let isMoved = false;
    return lab.recording.entries().some(({ call, file, path, number }) => {
      if (call === 'open') paths.set(file, path);
      if (call === 'sync-end' && paths.get(file) === 'formstead.db') isMoved = true;
      return isMoved && call === 'write' && number === 0 && paths.get(file) === 'formstead.db-wal';
    });
  };
  const isReady = async (): Promise<boolean> =>
    (await lab.server.request('GET', '/readyz', { token: null })).status === 200;
  for (let part = 0; !restarted() && (await isReady()); part += 1) {
    await lab.work(random, 300, `part${part}-`);
  }
}

/** Creates an empty folder for a state of the disk. */
export async function emptyFolder({ folder }: Lab, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}
