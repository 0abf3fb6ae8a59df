import type { AnswerSums } from '#answer-tables/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './answer-grid.module.css';
import type { GridColumn } from './grid-column.ts';
import type { ShownSums } from './use-sums.ts';

interface GridFootProps {
  readonly shown: ShownSums;
  readonly columns: readonly GridColumn[];
  readonly offsets: ReadonlyMap<string, number>;
  readonly rowIndex: number;
}

// biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be virtual and sticky on both sides
// biome-ignore-start lint/a11y/useFocusableInteractive: there is nothing to do in a sum

/** Sums and counts of the columns over all forms that the filter finds, not only the loaded ones. */
export function GridFoot(props: GridFootProps) {
  const { shown, columns, offsets, rowIndex } = props;
  const { sums, isError, isLoaded, isBusy } = shown;
  return (
    <div role="rowgroup" aria-busy={isBusy} className={classes['foot']}>
      <div role="row" aria-rowindex={rowIndex} className={classes['row']}>
        {columns.map(({ id, field, isNumber = false }, at) => (
          <div
            role="gridcell"
            key={id}
            aria-colindex={at + 1}
            className={classes['sum']}
            data-pinned={offsets.has(id)}
            data-number={isNumber}
            style={{ insetInlineStart: offsets.get(id) }}
          >
            {at === 0 ? (
              <Label isError={isError} isLoaded={isLoaded} />
            ) : (
              <Sum sum={sums.get(id)} isOfRows={field?.kind === 'rows'} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

// biome-ignore-end lint/a11y/useFocusableInteractive: as above
// biome-ignore-end lint/a11y/useSemanticElements: as above

interface LabelProps {
  readonly isError: boolean;
  readonly isLoaded: boolean;
}

function Label({ isError, isLoaded }: LabelProps) {
  const { t } = useTranslation();
  if (!isError) return isLoaded ? <div>{t('answers.sums')}</div> : undefined;
  return (
    <>
      <div>{t('answers.notSummed')}</div>
      <div>{t('answers.notSummedHint')}</div>
    </>
  );
}

interface SumProps {
  readonly sum: AnswerSums['fields'][number] | undefined;
  /** Of a table: its rows are counted. */
  readonly isOfRows: boolean;
}

/** What the numbers of a column make, if they make anything, and how many forms they are of. */
function Sum({ sum, isOfRows }: SumProps) {
  const { t, i18n } = useTranslation();
  if (!sum) return undefined;
  const write = (value: number) =>
    value.toLocaleString(i18n.language, { maximumFractionDigits: 2 });
  const of = { answered: write(sum.answered), total: write(sum.answered + sum.blank) };
  const lines = [
    ...(sum.sum === undefined
      ? []
      : [t(isOfRows ? 'answers.rowSum' : 'answers.sum', { sum: write(sum.sum) })]),
    ...(sum.mean === undefined ? [] : [t('answers.mean', { mean: write(sum.mean) })]),
    t('answers.answeredOf', { ...of, count: sum.answered + sum.blank }),
  ];
  return (
    <>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {sum.hasSeveralUnits === true && <div>{t('answers.severalUnits')}</div>}
    </>
  );
}
