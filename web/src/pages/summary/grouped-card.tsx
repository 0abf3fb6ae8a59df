import { Text } from '@mantine/core';
import type { Summary } from '#answer-tables/app-types.ts';
import { BarRows } from '#web/charts/bar-rows.tsx';
import { groupText } from '#web/charts/groups.ts';
import classes from '#web/charts/summary.module.css';
import { useTranslation } from '#web/texts/texts.ts';

interface GroupedCardProps {
  /** The name of what the forms are divided by. */
  readonly by: string;
  readonly grouped: NonNullable<Summary['grouped']>;
  /** The number of all forms. */
  readonly total: number;
}

/** How many forms each person, week, month or answer has, and what of a list has none. */
export function GroupedCard({ by, grouped, total }: GroupedCardProps) {
  const { t, i18n } = useTranslation();
  const { items, left, without, missing } = grouped;
  const parts = items.map((item) => ({
    id: item.value,
    label: groupText(item, t),
    count: item.count,
    compared: undefined,
    by: undefined,
    condition: undefined,
  }));
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <section className={classes['card']} aria-label={by}>
      <h2>{by}</h2>
      <BarRows
        label={by}
        head={t('summary.group')}
        parts={parts}
        answered={total}
        comparedAnswered={undefined}
        groups={undefined}
        onChoose={() => undefined}
      />
      {without > 0 && (
        <Text size="sm">{t('summary.without', { count: without, shown: number(without) })}</Text>
      )}
      {left > 0 && (
        <Text size="sm">{t('summary.groupsLeft', { count: left, shown: number(left) })}</Text>
      )}
      {missing && (
        <>
          <Text size="sm" fw={550} mt="xs">
            {missing.count === 0
              ? t('summary.nothingMissing', { of: number(missing.of) })
              : t('summary.missing', {
                  count: missing.count,
                  shown: number(missing.count),
                  of: number(missing.of),
                })}
          </Text>
          <ul className={classes['samples']}>
            {missing.rows.map((label) => (
              <li key={label} className="wrap-anywhere">
                {label}
              </li>
            ))}
          </ul>
          {missing.count > missing.rows.length && (
            <Text size="sm">
              {t('summary.missingMore', { shown: number(missing.count - missing.rows.length) })}
            </Text>
          )}
        </>
      )}
    </section>
  );
}
