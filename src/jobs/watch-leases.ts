import type { Leases } from './jobs.ts';

/** Leases that tell whether the storage takes writes: jobs ask for one every other second. */
export interface WatchedLeases extends Leases {
  /** False from a lease that could not be written on, until one is. */
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
