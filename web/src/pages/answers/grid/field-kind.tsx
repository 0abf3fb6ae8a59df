import type { AnswerField } from '#answer-tables/app-types.ts';
import type { Kind } from '#web/builder/kinds.ts';
import { KindIcon } from '#web/templates/kind-icon.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './answer-grid.module.css';

/** The kind of field in the builder whose picture stands for an answer. */
const PICTURES: Readonly<Record<AnswerField['holds'], Kind>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  month: 'date',
  week: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  boolean: 'boolean',
  choice: 'radiogroup',
  choices: 'checkbox',
  ranking: 'ranking',
  row: 'sharedlist',
  rating: 'rating',
  computed: 'expression',
  file: 'file',
  files: 'file',
  sketch: 'sketch',
  barcode: 'barcode',
  place: 'location',
  rows: 'matrixdynamic',
};

/** The kind of a field as the picture that the builder has for it, with its name for screen readers and the pointer. */
export function FieldKind({ holds }: Pick<AnswerField, 'holds'>) {
  const { t } = useTranslation();
  const name = t(`answers.kinds.${holds}`);
  return (
    <span role="img" aria-label={name} title={name} className={classes['kind']}>
      <KindIcon kind={PICTURES[holds]} size={14} />
    </span>
  );
}
