// Simulates power cuts at chosen moments of a recording, each with its own fate.
import { rm } from 'node:fs/promises';
import { killedServer } from '../support/killed-server.ts';
import { oneOf, type Random } from '../support/seeded.ts';
import { faultsOf } from './check-state.ts';
import { Disk, type DiskFate } from './disk.ts';
import type { Entry } from './entries.ts';
import { chooseFate } from './fates.ts';
import { emptyFolder, type Lab } from './lab.ts';

export interface Cuts {
  readonly states: number;
  /** The sum, over all cuts, of answers that had arrived before the cut. */
  readonly looked: number;
  readonly faults: readonly string[];
}

interface Plan {
  /** Indexes into the recording, and the number of power cuts after each. */
  readonly moments: ReadonlyMap<number, number>;
  readonly random: Random;
  /** One of this many states is opened by a whole server. */
  readonly serverEvery: number;
}

/** Chooses `count` moments: half of them syncs, the others at random. */
export function chooseMoments(
  entries: readonly Entry[],
  count: number,
  random: Random,
): ReadonlyMap<number, number> {
  const indexes = [...entries.keys()];
  const syncs = indexes.filter((index) => entries[index]?.call.startsWith('sync'));
  const moments = new Map<number, number>();
  for (let cut = 0; cut < count; cut += 1) {
    // In order, so that a long run covers every sync.
    const index =
      cut % 2 === 0
        ? syncs[Math.floor((cut * syncs.length) / count)]
        : oneOf(random, [0, ...indexes]);
    moments.set(index ?? 0, (moments.get(index ?? 0) ?? 0) + 1);
  }
  return moments;
}

export async function cutPower(lab: Lab, plan: Plan): Promise<Cuts> {
  const { ledger } = lab;
  const { moments, random, serverEvery } = plan;
  const disk = new Disk(lab.start);
  const faults: string[] = [];
  let states = 0;
  let looked = 0;
  for (const [index, entry] of lab.recording.entries().entries()) {
    disk.follow(entry);
    for (let again = moments.get(index) ?? 0; again > 0; again -= 1) {
      const fate = chooseFate(random);
      const about = `cut ${index} with ${fate.name}`;
      const dataDir = await writeState(lab, disk, fate);
      states += 1;
      looked += ledger.toldBy(entry.end);
      const found = await faultsAt(lab, dataDir, entry.end);
      if (states % serverEvery === 0) found.push(...(await faultsOfServer(lab, dataDir)));
      faults.push(...found.map((fault) => `${about}: ${fault}`));
      await rm(dataDir, { recursive: true });
    }
  }
  return { states, looked, faults };
}

/** Writes the state of the disk after a power cut at this moment. */
export async function writeState(lab: Lab, disk: Disk, fate: DiskFate): Promise<string> {
  const dataDir = await emptyFolder(lab, 'state');
  disk.writeTo(dataDir, fate);
  return dataDir;
}

/** Returns what is missing in a data directory of everything acknowledged by a moment, and what is wrong with it. */
export function faultsAt(lab: Lab, dataDir: string, moment: number): Promise<string[]> {
  const { env, accountId } = lab.prepared;
  return faultsOf(
    { ...env, FORMSTEAD_DATA_DIR: dataDir },
    { ledger: lab.ledger, moment, accountId },
  );
}

/** Starts a whole server on the state, which must accept the token and write. */
async function faultsOfServer({ prepared }: Lab, dataDir: string): Promise<readonly string[]> {
  const { token } = prepared;
  const server = killedServer({ ...prepared.env, FORMSTEAD_DATA_DIR: dataDir });
  try {
    await server.start();
    const ready = await server.request('GET', '/readyz', { token: null });
    const body = { userName: 'afterwards' };
    const made = await server.request('POST', '/scim/v2/Users', { body, token });
    const seen = `${ready.status} ${made.status} ${made.text}`;
    return ready.status === 200 && made.status === 201 ? [] : [`the server answers ${seen}`];
  } catch (error) {
    return [`the server does not start: ${error}`];
  } finally {
    await server.kill();
  }
}

/** Describes where to look for the cause of a loss. */
export const report = (lab: Lab, seed: number, faults: readonly string[]): string =>
  [`TEST_CRASH_SEED=${seed}; the record is kept in ${lab.folder}`, ...faults].join('\n  ');
