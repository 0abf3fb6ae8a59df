// Designers and admins open Home beside thousands of forms. This says in numbers what came in and what is late, and each
// number leads to the list that it counts.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayIn } from '#kernel/time-zone.ts';
import { workFiguresQuery } from '#web/api/assignments.ts';
import { formCountQuery } from '#web/api/set-up.ts';
import type { FormFilters } from '#web/form-lists/form-filters.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './numbers.module.css';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

interface Count {
  readonly count: number;
  readonly isExact: boolean;
}

/** The numbers of the organisation, as far as the person sees its forms and work. */
export function Numbers() {
  const { t } = useTranslation();
  const dayBefore = (days: number) => dayIn(Date.now() - days * DAY_MS, shownZone());
  const today = { status: 'complete', updatedFrom: dayBefore(0) } as const;
  const week = { status: 'complete', updatedFrom: dayBefore(WEEK_DAYS - 1) } as const;
  const work = useQuery(workFiguresQuery(undefined)).data;
  return (
    <nav aria-label={t('home.numbers')} className={classes['numbers']}>
      <FormCount name={t('home.cameInToday')} filters={today} />
      <FormCount name={t('home.cameInWeek', { count: WEEK_DAYS })} filters={week} />
      <FormCount name={t('home.inReview')} filters={{ review: 'in-review' }} />
      <Link
        to="/work"
        search={
          work ? { show: 'open', dueFrom: work.week.from, dueTo: work.week.to } : { show: 'open' }
        }
      >
        <Value of={work?.dueThisWeek} name={t('home.dueThisWeek')} />
      </Link>
      <Link to="/work" search={{ show: 'late' }} data-urgent={(work?.late.count ?? 0) > 0}>
        <Value of={work?.late} name={t('home.late')} />
      </Link>
    </nav>
  );
}

function FormCount({ name, filters }: { readonly name: string; readonly filters: FormFilters }) {
  const { data } = useQuery(formCountQuery(filters));
  const { total: count = 0, isTotalExact: isExact = true } = data ?? {};
  return (
    <Link to="/forms/all" search={filters}>
      <Value of={data && { count, isExact }} name={name} />
    </Link>
  );
}

/** A number above its name; a dash while it is not known. */
function Value({ of, name }: { readonly of: Count | undefined; readonly name: string }) {
  const { i18n } = useTranslation();
  return (
    <>
      <span className={classes['value']}>
        {of === undefined
          ? '–'
          : `${of.count.toLocaleString(i18n.language)}${of.isExact ? '' : '+'}`}
      </span>
      <span>{name}</span>
    </>
  );
}
