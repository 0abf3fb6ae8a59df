import { NativeSelect } from '@mantine/core';
import { TOTALS, totalOf, totalsFor, withTotal } from '#web/builder/column-formula.ts';
import type { JsonObject } from '#web/builder/definition.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface ColumnTotalProps {
  readonly column: JsonObject;
  readonly onChange: (properties: JsonObject) => void;
}

/** The value that stands for no total. */
const NONE = '';

/** Chooses what is shown below a column. */
export function ColumnTotal({ column, onChange }: ColumnTotalProps) {
  const { t } = useTranslation();
  const total = totalOf(column);
  const offered = totalsFor(column);
  const shown = total === undefined || offered.some((each) => each === total) ? [] : [total];
  return (
    <NativeSelect
      label={t('fields.totals.title')}
      value={total ?? NONE}
      onChange={({ currentTarget: { value } }) => {
        const chosen = TOTALS.find((each) => each === value);
        if (chosen !== undefined || value === NONE) onChange(withTotal(chosen));
      }}
      data={[
        { value: NONE, label: t('fields.totals.none') },
        ...[...shown, ...offered].map((value) => ({ value, label: t(`fields.totals.${value}`) })),
      ]}
    />
  );
}
