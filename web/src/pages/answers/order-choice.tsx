import { sortBy, type TableState } from '#web/conditions/table-state.ts';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { GridColumn } from './grid/grid-column.ts';

interface OrderChoiceProps {
  /** All columns that there are. */
  readonly columns: readonly GridColumn[];
  readonly state: TableState;
  readonly onChange: (state: TableState) => void;
}

/** Chooses the order of the answers on a phone, whose cards have no heads of columns. */
export function OrderChoice({ columns, state, onChange }: OrderChoiceProps) {
  const { t } = useTranslation();
  const [first] = state.sort;
  const choices = columns
    .filter(({ id, isSortable }) => isSortable && (state.columns.includes(id) || id === first?.id))
    .flatMap(({ id, header: title }) =>
      (['asc', 'desc'] as const).map((direction) => ({
        value: `${id} ${direction}`,
        key: { id, direction },
        label: t(`answers.order.${direction}`, { title }),
      })),
    );
  return (
    <ChoiceField
      label={t('answers.order.label')}
      any={t('answers.order.latest')}
      value={first && `${first.id} ${first.direction}`}
      choices={choices}
      onChoose={(chosen) => {
        const key = choices.find(({ value }) => value === chosen)?.key;
        onChange(key ? sortBy(state, key) : { ...state, sort: [] });
      }}
    />
  );
}
