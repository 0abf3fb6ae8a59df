import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Meter } from './meter.ts';

/** Returns the same jobs, whose runs are counted. */
export const measureJobs = (
  { meter, clock }: { readonly meter: Meter; readonly clock: Clock },
  jobs: readonly Job[],
): readonly Job[] =>
  jobs.map((job) => ({
    ...job,
    async run() {
      // Some names end in the id of a node, which would make a series for each start.
      const [name = ''] = job.name.split('/');
      const labels = { task: name };
      try {
        await job.run();
      } catch (error) {
        meter.count('formstead_job_runs_total', { ...labels, outcome: 'failed' });
        throw error;
      }
      meter.count('formstead_job_runs_total', { ...labels, outcome: 'done' });
      meter.set('formstead_job_last_success_timestamp_seconds', labels, clock.now() / 1000);
    },
  }));
