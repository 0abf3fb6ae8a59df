import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { type Holiday, replaceHolidays } from './holidays.store.ts';
import { planSeriesAnew } from './series.store.ts';

/**
 * Stores the holidays of an account, in place of those that there are, and has the dates of its series computed again.
 * @throws AppError `invalid-value` for a day that comes twice
 */
export const setHolidays =
  ({ audit }: { readonly audit: { readonly append: AppendAudit<Tx> } }) =>
  async (tx: Tx, by: Actor, holidays: readonly Holiday[]): Promise<void> => {
    const { accountId } = by;
    const days = holidays.map(({ day }) => day);
    const twice = days.findIndex((day, i) => days.indexOf(day) < i);
    if (twice >= 0) {
      throw fail('invalid-value', `${days[twice]} is in the list twice.`, {
        at: `holidays[${twice}].day`,
        because: { reason: 'repeated' },
      });
    }
    await replaceHolidays(tx, accountId, holidays);
    await planSeriesAnew(tx, accountId);
    await audit.append(tx, by, {
      action: 'account.set-holidays',
      targetType: 'Account',
      targetId: accountId,
      detail: { days: holidays.length },
    });
  };
