import type { FormActor } from '#form-basics/index.ts';
import { findForm } from '#form-records/index.ts';
import { AppError } from '#kernel/errors.ts';
import { readFormForRules } from './read-form.ts';
import type { Rule } from './rule.ts';
import type { RulesDeps } from './rules-deps.ts';
import { isStill, perform, type RunOutcome, runOutcomeOf } from './run-rule.ts';

/** Carries what a rule would have done out of its transaction, which is rolled back by it. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly outcome: RunOutcome;

  constructor(outcome: RunOutcome) {
    super('what was tried is rolled back');
    this.outcome = outcome;
  }
}

/** What a rule would do, and what was wrong if it would fail. */
export type TriedOutcome = RunOutcome & { readonly detail?: string };

/**
 * Returns what a rule would do with a form if it ran now, with the rights of its owner. Everything is done, and rolled
 * back: nobody is told, and nothing is stored.
 * @returns undefined if the template has no such form
 * @throws AppError `form-check-timeout`, `form-check-failed`, `busy`
 */
export async function tryRule(
  deps: RulesDeps,
  rule: Rule,
  formId: string,
): Promise<TriedOutcome | undefined> {
  const { db, ids } = deps;
  const { accountId } = rule;
  const form = await findForm(db.reader, accountId, formId);
  if (form?.templateId !== rule.templateId) return undefined;
  const read = await readFormForRules(deps, { accountId, formId }, [rule.condition]);
  if (!read) return undefined;
  if (read.holds[0] !== true || !isStill(rule, read))
    return { outcome: 'skipped', reason: 'condition', done: [] };
  try {
    return await db.transaction(async (tx) => {
      throw new Undone(await perform(deps, tx, rule, read, { id: ids.next(), depth: 0 }));
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    const outcome = runOutcomeOf(error);
    if (!outcome) throw error;
    return { ...outcome, ...(error instanceof AppError && { detail: error.detail }) };
  }
}

/** Returns a rule as it would be once the user had saved it. */
export const unsaved = (
  by: FormActor,
  templateId: string,
  id: string,
  input: Pick<Rule, 'name' | 'trigger' | 'became' | 'schedule' | 'condition' | 'actions'>,
): Rule => ({
  ...input,
  id,
  accountId: by.accountId,
  templateId,
  position: 0,
  state: 'on',
  stopReason: undefined,
  nextAt: undefined,
  ownerId: by.userId,
  createdAt: 0,
  updatedAt: 0,
  revision: 0,
});
