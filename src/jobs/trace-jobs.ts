import type { Tracer } from '#kernel/span.ts';
import { within } from '#kernel/traced-work.ts';
import type { Job } from './jobs.ts';

/** Returns the same jobs, whose sampled runs each begin a trace. */
export const traceJobs = (tracer: Tracer, jobs: readonly Job[]): readonly Job[] =>
  jobs.map((job) => ({
    ...job,
    run() {
      // Some names end in the id of a node.
      const [name = ''] = job.name.split('/');
      return within(tracer.begin({ name: `job ${name}`, kind: 'internal' }), () => job.run());
    },
  }));
