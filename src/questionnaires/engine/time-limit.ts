import { choicesOf, questionsOf } from '#questionnaires/definition/questions.ts';
import type { EngineJob } from './engine-types.ts';

/** Questions and panels, or expressions, that the limit of a small form is for. */
const SMALL = 300;
/** For each further one, in milliseconds. An ordinary question takes 0.8 on a usual machine. */
const QUESTION_MS = 4;
/** Choices that the limit of a small form is for, and for each further one. A choice takes 0.1 ms. */
const FEW_CHOICES = 1000;
const CHOICE_MS = 0.5;

/**
 * Returns the CPU time that a call may take, in whole milliseconds. It grows with the form, because the time of an honest form does: a
 * limit for the largest one would let a small, malicious one hold a thread for as long.
 */
export function limitOf(job: EngineJob, ofSmall: number): number {
  if (job.task === 'inspect') return ofSmall + QUESTION_MS * over(job.expressions.length, SMALL);
  const questions = questionsOf(job.definition);
  const choices = questions.reduce((sum, each) => sum + choicesOf(each).length, 0);
  return Math.ceil(
    ofSmall + QUESTION_MS * over(questions.length, SMALL) + CHOICE_MS * over(choices, FEW_CHOICES),
  );
}

const over = (count: number, free: number): number => Math.max(0, count - free);
