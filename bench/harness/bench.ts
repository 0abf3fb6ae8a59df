import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import type { Bench } from './benchmark.ts';
import { startLoadClient } from './load.ts';
import type { Pace } from './rounds.ts';

const FULL: Pace = { rounds: 7, sampleMs: 3000, warmUpMs: 8000, connections: 64, quietMs: 500 };
const QUICK: Pace = { rounds: 1, sampleMs: 60, warmUpMs: 40, connections: 4, quietMs: 0 };

/** The resources that all benchmarks of a run share. */
export interface Workshop {
  /** Returns the resources of one benchmark; `cleanUp` removes everything that it left. */
  bench(): Bench & { cleanUp(): Promise<void> };
  close(): Promise<void>;
}

export function openWorkshop(quick: boolean): Workshop {
  const client = startLoadClient();
  let postgres: Promise<PostgresServer> | undefined;
  let databases = 0;
  const open = (whole?: Bench): Bench & { cleanUp(): Promise<void> } => {
    const deferred: (() => Promise<void> | void)[] = [];
    const bench = {
      pace: quick ? QUICK : FULL,
      quick,
      client,
      async folder() {
        const folder = await mkdtemp(join(tmpdir(), 'formstead-bench-'));
        deferred.push(() => rm(folder, { recursive: true, force: true }));
        return folder;
      },
      async postgresUrl() {
        postgres ??= startPostgres(undefined, { durable: true });
        databases += 1;
        return createDatabase((await postgres).adminUrl, `bench_${databases}`);
      },
      get whole(): Bench {
        return whole ?? bench;
      },
      defer: (cleanUp: () => Promise<void> | void) => void deferred.push(cleanUp),
      async cleanUp() {
        for (const cleanUp of deferred.reverse()) await cleanUp();
      },
    };
    return bench;
  };
  const whole = open();
  return {
    bench: () => open(whole),
    async close() {
      await whole.cleanUp();
      client.stop();
      await (await postgres)?.stop();
    },
  };
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
