import { type Clock, systemClock } from '#kernel/clock.ts';

/** A clock that stands still at the time it is set to, until `run` lets it follow the real time. */
export interface DemoClock extends Clock {
  set(at: number): void;
  run(): void;
}

export function createDemoClock(): DemoClock {
  let standing: number | undefined;
  return {
    now: () => standing ?? systemClock.now(),
    set(at) {
      standing = at;
    },
    run() {
      standing = undefined;
    },
  };
}
