// One thread of the forms engine. It has no database, no files and no secrets. The thread that started it ends it when
// a definition takes too long.
import { parentPort } from 'node:worker_threads';
import type { EngineAnswer, EngineJob, EngineOutcome } from './engine-types.ts';
import { checkAnswers, findDefaults, findFacts } from './run-model.ts';
import { findUnreadable } from './unreadable-expressions.ts';

const send = (answer: EngineAnswer): void => parentPort?.postMessage(answer);

function run(job: EngineJob): EngineOutcome {
  const { task } = job;
  switch (task) {
    case 'check':
      return { task, value: checkAnswers(job.definition, job.answers, job) };
    case 'facts':
      return { task, value: findFacts(job.definition, job.answers, job) };
    case 'defaults':
      return { task, value: findDefaults(job.definition, job.answers, job) };
    case 'inspect':
      return { task, value: findUnreadable(job.expressions) };
  }
}

// The engine reports odd definitions on the console; Formstead reports them as faults.
for (const way of ['log', 'warn', 'error'] as const) console[way] = () => undefined;

parentPort?.on('message', (job: EngineJob) => {
  try {
    send({ outcome: run(job) });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : 'unknown' });
  }
});
send({ ready: true });
