import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadClient } from './load.ts';
import type { ServerProcess } from './server-process.ts';

/** One of several servers that are given the same load in turn. */
export interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  /** Whole requests as they go over the wire, sent in turn. */
  readonly requests: readonly string[];
}

/** How long a measurement is. */
export interface Pace {
  readonly rounds: number;
  readonly sampleMs: number;
  readonly warmUpMs: number;
  readonly connections: number;
  /** A server that has done next to nothing for so long has nothing left to do; 0 asks for no rest. */
  readonly quietMs: number;
}

/** A `quietMs` after writes: longer than what is done every 3 seconds takes to begin. */
export const QUIET_AFTER_WRITES_MS = 4000;
const LOOK_EVERY_MS = 500;
const LONGEST_REST_MS = 300_000;
/** Of one core. */
const QUIET_SHARE = 0.03;

/** What one contender did in one round. */
export interface Sample {
  readonly perSecond: number;
  /** CPU time of the server's process for one answer, in microseconds. */
  readonly cpuUs: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Shares of one core. */
  readonly serverBusy: number;
  readonly clientBusy: number;
}

export type Samples = ReadonlyMap<string, readonly Sample[]>;

/**
 * Every contender once a round, in an order that chance decides anew, so that whatever else the
 * machine does falls on all alike. @throws Error on the first answer that is no 2xx.
 */
export async function measureRounds(
  client: LoadClient,
  contenders: readonly Contender[],
  pace: Pace,
): Promise<Samples> {
  // What they hold was written just before.
  const quietMs = pace.quietMs === 0 ? 0 : QUIET_AFTER_WRITES_MS;
  const servers = new Set(contenders.map(({ server }) => server));
  await Promise.all([...servers].map((server) => rest(server, quietMs)));
  for (const contender of contenders) await measure(client, contender, pace, pace.warmUpMs);
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const contender of shuffled(contenders)) {
      const sample = await measure(client, contender, pace, pace.sampleMs);
      samples.get(contender.name)?.push(sample);
    }
  }
  return samples;
}

async function measure(
  client: LoadClient,
  { name, server, requests }: Contender,
  pace: Pace,
  ms: number,
): Promise<Sample> {
  const { connections } = pace;
  await client.connect({ port: server.port, ca: server.ca, requests, connections });
  const before = await server.usage();
  const { answers, seconds, p50, p99, cpuUs, failure } = await client.run(ms);
  const after = await server.usage();
  await client.disconnect();
  if (failure !== undefined) throw new Error(`${name} answered: ${failure}`);
  await rest(server, pace.quietMs);
  const serverCpuUs = after.cpuUs - before.cpuUs;
  return {
    perSecond: answers / seconds,
    cpuUs: serverCpuUs / answers,
    p50,
    p99,
    serverBusy: serverCpuUs / 1e6 / seconds,
    clientBusy: cpuUs / 1e6 / seconds,
  };
}

/**
 * Waits until a server has done what its requests left for later, such as linking their audit lines: in the next turn
 * that would take time from another server. @throws Error for one that does not come to rest
 */
async function rest(server: ServerProcess, quietMs: number): Promise<void> {
  let { cpuUs } = await server.usage();
  let quiet = 0;
  for (let waited = 0; quiet < quietMs; waited += LOOK_EVERY_MS) {
    if (waited > LONGEST_REST_MS) throw new Error('a server does not come to rest');
    await sleep(LOOK_EVERY_MS);
    const used = (await server.usage()).cpuUs - cpuUs;
    cpuUs += used;
    quiet = used < LOOK_EVERY_MS * 1000 * QUIET_SHARE ? quiet + LOOK_EVERY_MS : 0;
  }
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** One figure of one contender, round by round. @throws Error for a name that was not measured. */
export function figures(samples: Samples, name: string, figure: keyof Sample): readonly number[] {
  const rounds = samples.get(name);
  if (!rounds) throw new Error(`${name} was not measured`);
  return rounds.map((sample) => sample[figure]);
}
