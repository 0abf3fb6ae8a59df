import type { Reader, Tx } from '#db/database.ts';
import type { Form, PeopleOfReviews } from '#form-basics/index.ts';
import { isAuthor, keepPanel } from '#form-records/index.ts';
import type { ReviewPolicy, ReviewStep } from '#questionnaires/definition/review-policy.ts';

/** A step of a review, of a form with this author. */
interface Asked {
  readonly policy: ReviewPolicy;
  /** From 1. */
  readonly step: number;
  /** Whose manager counts; undefined for a form that was completed by a link or by a program. */
  readonly author: string | undefined;
  /** The reviewer who sent the form back, to whom it returns. */
  readonly sentBackBy?: string | undefined;
}

/**
 * Stores who decides in a step: the people of the step who are active and may decide on this form, else the fallback
 * group, and the deputy beside them. @returns the id of their panel
 */
export async function panelOf(
  directory: PeopleOfReviews,
  tx: Tx,
  form: Pick<Form, 'accountId' | 'completedBy' | 'assignment'>,
  asked: Asked,
): Promise<string> {
  const { accountId } = form;
  const { policy, sentBackBy } = asked;
  const step = policy.steps[asked.step - 1];
  const mayDecide = async (ids: readonly string[]) =>
    (await directory.activeAmong(tx, accountId, ids)).filter(
      (id) => policy.own || !isAuthor(form, id),
    );
  const deputies = step?.deputy === undefined ? [] : await mayDecide([step.deputy]);
  const same = sentBackBy === undefined ? [] : await mayDecide([sentBackBy]);
  const people =
    same.length > 0 ? same : await mayDecide(await peopleOf(directory, tx, step, asked, form));
  const group = step?.by === 'group' ? step.group : policy.fallback;
  const others = people.length > 0 || group === undefined ? [] : [group];
  return keepPanel(tx, accountId, [...people, ...others, ...deputies]);
}

/** Returns the people whom a step names, by themselves or as managers; none for a group. */
async function peopleOf(
  directory: PeopleOfReviews,
  db: Reader,
  step: ReviewStep | undefined,
  { author }: Asked,
  { accountId }: Pick<Form, 'accountId'>,
): Promise<readonly string[]> {
  if (step?.by === 'people') return step.people;
  if (author === undefined || step === undefined || step.by === 'group') return [];
  const manager = await directory.managerOf(db, accountId, author);
  if (step.by === 'manager' || manager === undefined) return manager === undefined ? [] : [manager];
  const second = await directory.managerOf(db, accountId, manager);
  // In a circle, a manager's manager is the author or the manager again.
  return second === undefined || second === author || second === manager ? [] : [second];
}
