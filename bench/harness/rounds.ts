import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadClient } from './load.ts';
import type { ServerProcess } from './server-process.ts';

/** One of several servers that get the same load in turn. */
export interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  /** Complete requests as text, sent in turn. */
  readonly requests: readonly string[];
}

/** The length of a measurement. */
export interface Pace {
  readonly rounds: number;
  readonly sampleMs: number;
  readonly warmUpMs: number;
  readonly connections: number;
  /** A server that has used almost no CPU for this long has no work left; 0 skips that wait. */
  readonly quietMs: number;
}

/** The `quietMs` after writes: longer than the 3 seconds between the starts of background jobs. */
export const QUIET_AFTER_WRITES_MS = 4000;
const LOOK_EVERY_MS = 500;
const LONGEST_REST_MS = 300_000;
/** Share of one core. */
const QUIET_SHARE = 0.03;

/** The result of one contender in one round. */
export interface Sample {
  readonly perSecond: number;
  /** CPU time of the server process per response, in microseconds. */
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
 * Measures every contender once per round, in random order, so that other load on the machine affects all alike.
 * @throws Error at the first response that is not a 2xx
 */
export async function measureRounds(
  client: LoadClient,
  contenders: readonly Contender[],
  pace: Pace,
): Promise<Samples> {
  // Their data was written just before.
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
 * Waits until a server has finished its background work, such as linking audit events, which would otherwise take time
 * from the next server. @throws Error if it stays busy too long
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
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Returns one figure of one contender for each round. @throws Error for a name that was not measured */
export function figures(samples: Samples, name: string, figure: keyof Sample): readonly number[] {
  const rounds = samples.get(name);
  if (!rounds) throw new Error(`${name} was not measured`);
  return rounds.map((sample) => sample[figure]);
}
