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
}

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
  { connections }: Pace,
  ms: number,
): Promise<Sample> {
  await client.connect({ port: server.port, ca: server.ca, requests, connections });
  const before = await server.usage();
  const { answers, seconds, p50, p99, cpuUs, failure } = await client.run(ms);
  const after = await server.usage();
  await client.disconnect();
  if (failure !== undefined) throw new Error(`${name} answered: ${failure}`);
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
