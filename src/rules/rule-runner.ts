import type { Job } from '#jobs/jobs.ts';
import { createLanes } from '#jobs/lanes.ts';
import { AppError } from '#kernel/errors.ts';
import { SHARES } from '#kernel/shares.ts';
import { RUNS_KEPT_MS } from './limits.ts';
import type { RuleEvent } from './rule.ts';
import {
  claimRuleEvent,
  releaseRuleEvent,
  selectTemplatesWaiting,
  type TemplateKey,
} from './rule-events.store.ts';
import { deleteOldRuns } from './rule-runs.store.ts';
import type { RulesDeps } from './rules-deps.ts';
import { runEvent } from './run-event.ts';
import { FormMoved } from './run-rule.ts';
import { runSchedules } from './run-schedules.ts';

const LOOK_MS = 2000;
const CLEAN_MS = 10 * 60_000;
/** How long an event waits that could not be looked at, for each attempt so far. */
const AGAIN_MS = 5000;

export interface RuleRunnerDeps extends RulesDeps {
  readonly onError: (error: unknown) => void;
}

/** Runs rules: accounts and their templates take turns, and the events of a form follow each other. */
export interface RuleRunner {
  /** Looks regularly for events that are due again, or that another node has left; deletes old runs. */
  readonly jobs: readonly Job[];
  /** Resolves when no rule is running. */
  settled(): Promise<void>;
  /** Stops the runner after the events that it is at. The rest is done by another node, or at the next start. */
  close(): Promise<void>;
}

export function createRuleRunner(deps: RuleRunnerDeps): RuleRunner {
  const { db, clock, ruleEvents, onError } = deps;
  const lanes = createLanes<TemplateKey, RuleEvent>({
    shares: SHARES.rules.shares,
    ownerOf: ({ accountId, templateId }) => ({ account: accountId, person: templateId }),
    due: () => selectTemplatesWaiting(db.reader, clock.now()),
    async find(of, most) {
      const claimed: RuleEvent[] = [];
      while (claimed.length < most) {
        const event = await claimRuleEvent(db.reader, of, clock.now());
        if (!event) break;
        claimed.push(event);
      }
      return claimed;
    },
    async work(event, of) {
      await work(deps, event);
      // The next event of this form could not be found before.
      lanes.notify(of);
    },
    onError,
  });
  ruleEvents.listen((of) => lanes.notify(of));
  return {
    jobs: [
      { name: 'run-rules', everyMs: LOOK_MS, run: () => lanes.look() },
      runSchedules(deps),
      {
        name: 'forget-rule-runs',
        everyMs: CLEAN_MS,
        run: () => deleteOldRuns(db.reader, clock.now() - RUNS_KEPT_MS),
      },
    ],
    settled: () => lanes.settled(),
    close: () => lanes.close(),
  };
}

async function work(deps: RuleRunnerDeps, event: RuleEvent): Promise<void> {
  const { db, clock, onError } = deps;
  try {
    await runEvent(deps, event);
  } catch (error) {
    if (error instanceof FormMoved) {
      return await releaseRuleEvent(db.reader, event, { nextAt: clock.now(), counts: false });
    }
    // An error that passes is nobody's fault, so that it is tried for as long as it takes.
    const counts = !(error instanceof AppError);
    const nextAt = clock.now() + AGAIN_MS * event.attempts;
    await releaseRuleEvent(db.reader, event, { nextAt, counts });
    if (counts) onError(error);
  }
}
