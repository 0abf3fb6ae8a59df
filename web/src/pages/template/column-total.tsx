import { NativeSelect } from '@mantine/core';
import { TOTALS, totalOf, totalsFor, withTotal } from '../../builder/column-formula.ts';
import type { JsonObject } from '../../builder/definition.ts';
import { useTranslation } from '../../texts.ts';

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
