import { type AppError, fail } from '#kernel/errors.ts';
import { moreFaults } from '#kernel/more-faults.ts';
import type { AnswerFault } from './guard-answers.ts';

/** Returns the 422 with all faults; its detail names the first one. */
export function invalidAnswers(faults: readonly AnswerFault[]): AppError {
  const [first] = faults;
  const detail = first
    ? `${JSON.stringify(first.at)}: ${first.text}${moreFaults(faults.length - 1)}`
    : 'The answers are not valid.';
  return fail('invalid-answers', detail, { at: 'answers', extra: { faults } });
}
