import type { FieldSummary } from '#answer-tables/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { numberText } from './parts.ts';
import { SeveralUnits } from './several-units.tsx';
import classes from './summary.module.css';

type Numbers = NonNullable<FieldSummary['numbers']>;
type Statistics = NonNullable<Numbers['statistics']>;

const NAMES = [
  'min',
  'lowerQuartile',
  'median',
  'upperQuartile',
  'max',
  'mean',
  'sum',
] as const satisfies readonly (keyof Statistics)[];

/** The statistics of numbers, and where the middle half of them lies under the histogram. */
export function NumberFacts({ numbers }: { readonly numbers: Numbers }) {
  const { t, i18n } = useTranslation();
  const { statistics, compared, bins } = numbers;
  if (numbers.hasSeveralUnits === true) return <SeveralUnits />;
  const [start, end] = [bins[0]?.from, bins.at(-1)?.below];
  const unit = numbers.unit === undefined ? '' : ` ${numbers.unit}`;
  const shown = (value: number | undefined) =>
    value === undefined
      ? '–'
      : numberText(value, i18n.language, Math.abs(value) < 1 ? 4 : 2) + unit;
  return (
    <>
      {statistics && numbers.makes !== 'neither' && start !== undefined && end !== undefined && (
        <Box statistics={statistics} start={start} length={end - start} />
      )}
      <dl className={classes['facts']}>
        {NAMES.filter((name) => isSaid(name, numbers.makes)).map((name) => (
          <div key={name}>
            <dt>{t(`summary.statistics.${name}`)}</dt>
            <dd>
              {shown(statistics?.[name])}
              {compared && ` (${shown(compared[name])})`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Returns whether a statistic says something: percentages have no sum, years neither a mean nor quartiles. */
const isSaid = (name: (typeof NAMES)[number], makes: Numbers['makes']): boolean =>
  makes === 'neither' ? name === 'min' || name === 'max' : name !== 'sum' || makes === 'sum';

interface BoxProps {
  readonly statistics: Statistics;
  readonly start: number;
  readonly length: number;
}

function Box({ statistics, start, length }: BoxProps) {
  const { min, lowerQuartile, median, upperQuartile, max } = statistics;
  const at = (value: number) => `${(100 * (value - start)) / length}%`;
  const between = (from: number, to: number) => ({
    left: at(from),
    width: `${(100 * (to - from)) / length}%`,
  });
  return (
    <div className={classes['box']} aria-hidden>
      <span className={classes['range']} style={between(min, max)} />
      <span className={classes['middle']} style={between(lowerQuartile, upperQuartile)} />
      <span className={classes['median']} style={{ left: at(median) }} />
    </div>
  );
}
