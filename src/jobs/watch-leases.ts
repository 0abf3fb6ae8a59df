import type { Leases } from './jobs.ts';

/** Leases that show whether the storage accepts writes: jobs take one about every two seconds. */
export interface WatchedLeases extends Leases {
  /** Returns false from a failed write of a lease until the next successful one. */
  areWritten(): boolean;
}

export function watchLeases(leases: Leases): WatchedLeases {
  let written = true;
  return {
    async take(lease) {
      try {
        const taken = await leases.take(lease);
        written = true;
        return taken;
      } catch (error) {
        written = false;
        throw error;
      }
    },
    releaseAll: (holder) => leases.releaseAll(holder),
    areWritten: () => written,
  };
}
