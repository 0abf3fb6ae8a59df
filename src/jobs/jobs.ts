// Background work. Each job runs periodically on one node of the deployment at a time: the one that holds its lease in
// the storage. A lease only saves nodes from doing the same work; what must not happen twice is guarded by the job's
// own transaction. This folder knows no domain: app.ts passes the jobs.
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import { onOwnBehalf } from '#kernel/on-behalf.ts';

export interface Job {
  /** Also the name of the lease. */
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** The store of leases; implemented by db/. */
export interface Leases {
  /**
   * Takes or renews a lease.
   * @returns false while another holder has it
   */
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
  /** The owner of the leases; if omitted, a random name. */
  readonly holder?: string | undefined;
  /** Called when a run failed; the next run takes place all the same. */
  readonly onError: (error: unknown, job: string) => void;
}

export interface Jobs {
  /** Runs no more jobs, waits for running ones, and releases the leases. */
  close(): Promise<void>;
}

const HOLDER_BYTES = 12;
/** How long the leases of a node that stopped without releasing them stay valid, at least. */
export const SHORTEST_LEASE_MS = 15_000;
const INTERVALS_PER_LEASE = 3;

/** Runs each job at once, then again `everyMs` after its last run ended. */
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
        // Background work does not keep the process alive.
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
      if (jobs.length === 0) return;
      try {
        await leases.releaseAll(holder);
      } catch (error) {
        onError(error, 'release');
      }
    },
  };
}
