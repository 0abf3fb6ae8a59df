import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AnswerField, AnswerRow } from '#answer-tables/app-types.ts';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './card-columns.module.css';
import type { GridColumn } from './grid/grid-column.ts';

/** The answers of a card that are not folded. With more, a phone would show two or three cards. */
const MOST_ANSWERS = 3;

/** The columns that a card needs no word for. */
const PLAIN: ReadonlySet<string> = new Set(['name', 'status', 'lastUpdateDate']);

interface CardColumnsProps {
  readonly columns: readonly GridColumn[];
  /** The name of the column of the folded fields. */
  readonly others: string;
  readonly onCorrect: (item: AnswerRow, field: AnswerField) => void;
  /** Returns whether a card shows all of its fields. */
  readonly isOpen: (item: AnswerRow) => boolean;
  readonly onToggle: (item: AnswerRow) => void;
}

/**
 * Returns the columns of the cards that a phone shows. Answers that the person may correct are buttons. Answers after
 * the first three, and the fields that nobody answered, are folded into their number.
 */
export function toCardColumns(props: CardColumnsProps): readonly Column<AnswerRow>[] {
  const { columns, others, onCorrect, isOpen, onToggle } = props;
  const fields = columns.flatMap(({ field }) => (field ? [field.id] : []));
  const answered = ({ cells }: AnswerRow) => fields.filter((id) => cells[id] !== undefined);
  const isFolded = (item: AnswerRow, field: AnswerField | undefined) =>
    field !== undefined && !answered(item).slice(0, MOST_ANSWERS).includes(field.id);
  const shown = columns.map(
    ({ id, header, isNumber = false, field, cell }): Column<AnswerRow> => ({
      id,
      header,
      isNumber,
      cell: (item) => {
        if (isFolded(item, field) && !isOpen(item)) return undefined;
        if (!field || !item.mayCorrect) return cell(item);
        return (
          <CorrectButton title={header} onClick={() => onCorrect(item, field)}>
            {cell(item)}
          </CorrectButton>
        );
      },
      ...(id === 'status' && { phone: 'corner' }),
      ...(!PLAIN.has(id) && { phone: 'labelled' }),
    }),
  );
  const fold: Column<AnswerRow> = {
    id: 'others',
    header: others,
    cell: (item) =>
      columns.some(({ field }) => isFolded(item, field)) && (
        <FoldButton
          name={item.name}
          more={Math.max(0, answered(item).length - MOST_ANSWERS)}
          blank={fields.length - answered(item).length}
          isOpen={isOpen(item)}
          onClick={() => onToggle(item)}
        />
      ),
  };
  return [...shown, fold];
}

interface CorrectButtonProps {
  readonly title: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** An answer on a card, which a touch corrects. */
function CorrectButton({ title, onClick, children }: CorrectButtonProps) {
  const { t } = useTranslation();
  return (
    <UnstyledButton className={classes['correct']} onClick={onClick}>
      <VisuallyHidden>{t('answers.correct', { title })}: </VisuallyHidden>
      {children}
      <IconPencil size={14} aria-hidden />
    </UnstyledButton>
  );
}

interface FoldButtonProps {
  readonly name: string;
  /** The number of answers that are folded. */
  readonly more: number;
  /** The number of fields that nobody answered. */
  readonly blank: number;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

/** How many fields of a card are folded; a touch shows them, to be read and answered here. */
function FoldButton({ name, more, blank, isOpen, onClick }: FoldButtonProps) {
  const { t } = useTranslation();
  const texts = [
    more > 0 && t('answers.more', { more }),
    blank > 0 && t('answers.blank', { blank }),
  ];
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton className={classes['correct']} aria-expanded={isOpen} onClick={onClick}>
      <span>
        {texts.filter((text) => text !== false).join(', ')}
        <VisuallyHidden> ({name})</VisuallyHidden>
      </span>
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}
