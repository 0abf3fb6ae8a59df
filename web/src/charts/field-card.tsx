// A summary and a dashboard show each field alike: one card draws its chart, its table or its count, and explains what
// is missing.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldSummary, Group, TileSettings } from '#answer-tables/app-types.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import type { Condition } from '#web/conditions/conditions.ts';
import { titleOf } from '#web/conditions/field-titles.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { BarRows } from './bar-rows.tsx';
import { ColumnChart } from './column-chart.tsx';
import { GroupLegend } from './group-legend.tsx';
import { NumberFacts } from './number-facts.tsx';
import { columnsOf, endsOf, numberText, rowsOf } from './parts.ts';
import { PlaceMap } from './place-map.tsx';
import { SeveralUnits } from './several-units.tsx';
import classes from './summary.module.css';

/** The most digits of the fraction of a number. */
const DIGITS = 2;
const DIGITS_BELOW_1 = 4;

export interface FieldCardProps {
  readonly summary: FieldSummary;
  readonly groups: readonly Group[] | undefined;
  readonly onChoose: (condition: Condition) => void;
  /** As a chart, as a table, or only how many answered. */
  readonly show?: TileSettings['show'] | undefined;
  /** Undefined: the title of the field. */
  readonly title?: string | undefined;
  /** How many cards before it on the page have the same name. */
  readonly sameBefore?: number;
  /** What is shown when one number is; undefined: how many answered. */
  readonly figure?: FigureProps | undefined;
  /** Shown below the title: what is counted. */
  readonly scope?: ReactNode;
  /** Shown beside the title. */
  readonly actions?: ReactNode;
  /** Shown below the chart. */
  readonly children?: ReactNode;
}

/** What was answered to one field: how many answered it, a chart, and its numbers. */
export function FieldCard(props: FieldCardProps) {
  const { summary, groups, onChoose, show = 'chart', actions, children, sameBefore = 0 } = props;
  const { t } = useTranslation();
  const { answered, choices, numbers, dates, times, texts, isRetired } = summary;
  const title = props.title ?? titleOf(summary);
  // Several tiles can show one field, or numbers of it.
  const shown = props.figure?.label === undefined ? title : `${title}: ${props.figure.label}`;
  const name = sameBefore === 0 ? shown : `${shown} (${sameBefore + 1})`;
  const isShown = answered > 0 && show !== 'number';
  const hasParts = choices ?? numbers ?? dates ?? times ?? texts;
  const isCrossed = groups !== undefined && hasParts !== undefined && isShown;
  return (
    <section className={classes['card']} aria-label={name}>
      <div className={classes['head']}>
        <div>
          <h2>{isRetired ? t('answers.retired', { title }) : title}</h2>
          {props.scope}
          <Totals summary={summary} />
        </div>
        {actions}
      </div>
      {show === 'number' && (
        <Figure
          {...(props.figure ?? { value: answered })}
          unit={props.figure?.isOfForms === false ? numbers?.unit : undefined}
          hasSeveralUnits={numbers?.hasSeveralUnits}
        />
      )}
      {isCrossed && <GroupLegend groups={groups} />}
      {isShown && <Chart {...{ summary, groups, onChoose, title, isTable: show === 'table' }} />}
      {choices?.isMultiple === true && isShown && (
        <Text size="xs" c="dimmed">
          {t('summary.several')}
        </Text>
      )}
      {children}
    </section>
  );
}

interface FigureProps {
  /** Undefined: nothing was answered. */
  readonly value: number | undefined;
  readonly compared?: number | undefined;
  /** What the number is; undefined: how many answered, which stands above it. */
  readonly label?: string;
  /** Whether it is a number of forms, which are in no unit. */
  readonly isOfForms?: boolean;
  readonly unit?: string | undefined;
  /** Why there is no number, although some were answered. */
  readonly hasSeveralUnits?: boolean | undefined;
}

function Figure({ value, compared, label, unit, hasSeveralUnits = false }: FigureProps) {
  const { t, i18n } = useTranslation();
  const inUnit = (number: string) => (unit === undefined ? number : `${number} ${unit}`);
  const text = (number: number | undefined) =>
    number === undefined
      ? '–'
      : inUnit(numberText(number, i18n.language, Math.abs(number) < 1 ? DIGITS_BELOW_1 : DIGITS));
  return (
    <div>
      {label !== undefined && (
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      )}
      {value === undefined && hasSeveralUnits ? (
        <SeveralUnits />
      ) : (
        <span className={classes['total']}>{text(value)}</span>
      )}
      {compared !== undefined && (
        <Text size="sm" c="dimmed">
          {t('summary.comparedWith', { text: text(compared) })}
        </Text>
      )}
    </div>
  );
}

function Totals({ summary }: Pick<FieldCardProps, 'summary'>) {
  const { t, i18n } = useTranslation();
  const { unit, answered, total, compared } = summary;
  const write = (count: number) => count.toLocaleString(i18n.language);
  const shown = (counts: { readonly answered: number; readonly total: number }) => ({
    answered: write(counts.answered),
    total: write(counts.total),
    count: counts.total,
  });
  return (
    <Text size="sm" c="dimmed">
      {t(`summary.answered.${unit}`, shown({ answered, total }))}
      {compared && ` · ${t(`summary.comparedAnswered.${unit}`, shown(compared))}`}
    </Text>
  );
}

/** Rows that are shown at first; the table below has all of them. */
const MOST_ROWS = 8;

interface ChartProps extends Pick<FieldCardProps, 'summary' | 'groups' | 'onChoose'> {
  readonly title: string;
  /** Only the table is shown. */
  readonly isTable: boolean;
}

function Chart({ summary, groups, onChoose, title, isTable }: ChartProps) {
  const { t, i18n } = useTranslation();
  const { numbers, places, texts, answered, compared } = summary;
  const reader = { language: i18n.language, t };
  const rows = rowsOf(summary, reader);
  const columns = columnsOf(summary, reader);
  const table = {
    ...{ answered, comparedAnswered: compared?.answered, onChoose },
    label: title,
  };
  if (isTable && rows.length + columns.length > 0) {
    return <BarRows {...table} groups={groups} parts={[...columns, ...rows]} hasBars={false} />;
  }
  const shown = rows.slice(0, MOST_ROWS);
  const hasMore = shown.length < rows.length || groups !== undefined;
  return (
    <>
      {columns.length > 0 && (
        <ColumnChart parts={columns} ends={endsOf(summary, columns, reader)} onChoose={onChoose} />
      )}
      {numbers && <NumberFacts numbers={numbers} />}
      {shown.length > 0 && <BarRows {...table} groups={undefined} parts={shown} />}
      {texts && <Texts texts={texts} shown={rows.length} />}
      {(columns.length > 0 || (shown.length > 0 && hasMore)) && (
        <details className={classes['details']}>
          <summary>{t('summary.table')}</summary>
          <BarRows
            {...table}
            groups={groups}
            parts={columns.length > 0 ? columns : rows}
            hasBars={false}
          />
        </details>
      )}
      {places && places.count > 0 && (
        <PlaceMap field={summary.id} places={places} onChoose={onChoose} />
      )}
    </>
  );
}

interface TextsProps {
  readonly texts: NonNullable<FieldSummary['texts']>;
  readonly shown: number;
}

/** The last texts, each with a link to its form, since the most frequent ones leave out what was said once. */
function Texts({ texts: { different, latest }, shown }: TextsProps) {
  const { t } = useTranslation();
  return (
    <div>
      {different > shown && (
        <Text size="xs" c="dimmed">
          {t('summary.different', { shown, count: different })}
        </Text>
      )}
      <Text size="sm" mt="xs">
        {t('summary.latest')}
      </Text>
      <ul className={classes['samples']}>
        {latest.map(({ formId, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one form may say the same
          <li key={`${formId} ${i}`}>
            <LinkAnchor to="/forms/$id" params={{ id: formId }} size="sm">
              {text}
            </LinkAnchor>
          </li>
        ))}
      </ul>
    </div>
  );
}
