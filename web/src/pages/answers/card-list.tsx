import { type ReactNode, useState } from 'react';
import type { AnswerRow } from '#answer-tables/app-types.ts';
import { ListView } from '#web/lists/list-view.tsx';
import type { List } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { toCardColumns } from './card-columns.tsx';
import type { CorrectorState } from './correct/use-corrector.tsx';
import type { GridColumn } from './grid/grid-column.ts';

interface CardListProps {
  readonly label: string;
  readonly list: List<AnswerRow>;
  readonly columns: readonly GridColumn[];
  readonly corrector: CorrectorState;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

const idOf = ({ id, row = 0 }: AnswerRow): string => `${id}:${row}`;

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The answers as a phone shows them: a card for each row. */
export function CardList({ label, list, columns, corrector, empty }: CardListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <ListView
        list={list}
        label={label}
        columns={toCardColumns({
          columns,
          others: t('answers.others'),
          onCorrect: (item, field) => corrector.open({ item, field }),
          isOpen: (item) => open.has(idOf(item)),
          onToggle: (item) => setOpen(toggled(open, idOf(item))),
        })}
        idOf={idOf}
        empty={empty}
      />
      {corrector.shown('dialog')}
    </>
  );
}
