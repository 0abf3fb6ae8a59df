// Background work: each job runs again and again, on one node of the deployment at a time, which a
// lease in the storage decides. It knows no domain: jobs are handed in by app.ts. A lease only saves
// nodes from doing the same work; what must not happen twice is guarded by the job's own transaction.
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import { onOwnBehalf } from '#kernel/on-behalf.ts';

export interface Job {
  /** Names its lease too. */
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Where leases are kept; implemented by db/ over the storage. */
export interface Leases {
  /** Takes or renews it. @returns false while another holder has it. */
  take(lease: {
    readonly name: string;
    readonly holder: string;
    readonly now: number;
    readonly lifeMs: number;
  }): Promise<boolean>;
  releaseAll(holder: string): Promise<void>;
}

export interface JobsDeps {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly random: Random;
  /** Holds the leases; left out: a name made up for it. */
  readonly holder?: string | undefined;
  /** Hears of a run that failed; the next one comes all the same. */
  readonly onError: (error: unknown, job: string) => void;
}

export interface Jobs {
  /** Waits for what is running, gives the leases back and runs nothing more. */
  close(): Promise<void>;
}

const HOLDER_BYTES = 12;
/** A node that stopped without a word is replaced after so long. */
export const SHORTEST_LEASE_MS = 15_000;
const INTERVALS_PER_LEASE = 3;

/** Runs each job at once, and then so long after its last run ended. */
export function startJobs(deps: JobsDeps, jobs: readonly Job[]): Jobs {
  const { leases, clock, random, onError } = deps;
  const holder = deps.holder ?? random.bytes(HOLDER_BYTES).toString('base64url');
  const running = new Map<Job, Promise<void>>();
  const timers = new Map<Job, NodeJS.Timeout>();
  let isClosed = false;

  const runIfLeased = async ({ name, everyMs, run }: Job): Promise<void> => {
    const lifeMs = Math.max(everyMs * INTERVALS_PER_LEASE, SHORTEST_LEASE_MS);
    const lease = { name, holder, now: clock.now(), lifeMs };
    if (await leases.take(lease)) await run();
  };
  const begin = (job: Job): void => {
    const turn = onOwnBehalf(() => runIfLeased(job))
      .catch((error: unknown) => onError(error, job.name))
      .then(() => {
        if (isClosed) return;
        const timer = setTimeout(begin, job.everyMs, job);
        // Work in the background keeps no process alive.
        timers.set(job, timer.unref());
      });
    running.set(job, turn);
  };
  for (const job of jobs) begin(job);

  return {
    async close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
      try {
        await leases.releaseAll(holder);
      } catch (error) {
        onError(error, 'release');
      }
    },
  };
}
