import type { Condition } from '#web/conditions/conditions.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { hueOf } from './groups.ts';
import type { Part } from './parts.ts';
import classes from './summary.module.css';

interface ColumnChartProps {
  readonly parts: readonly Part[];
  /** What stands below the first and the last column. */
  readonly ends: readonly string[];
  readonly onChoose: (condition: Condition) => void;
}

/**
 * Parts that follow each other as columns over a line from zero. It is for the eye and the pointer: the table below it
 * says the same, with buttons.
 */
export function ColumnChart({ parts, ends, onChoose }: ColumnChartProps) {
  const { t, i18n } = useTranslation();
  const heightOf = ({ count, compared = 0, by }: Part) =>
    Math.max(by ? by.reduce((sum, each) => sum + each, 0) : count, compared);
  const most = Math.max(1, ...parts.map(heightOf));
  const height = (value: number) => ({ height: `${(100 * value) / most}%` });
  return (
    <div className={classes['chart']} aria-hidden>
      <span className={classes['scale']}>{most.toLocaleString(i18n.language)}</span>
      <div className={classes['columns']}>
        {parts.map((part) => (
          <button
            type="button"
            tabIndex={-1}
            key={part.id}
            title={t('summary.column', { part: part.label, count: part.count })}
            onClick={() => part.condition && onChoose(part.condition)}
          >
            <span className={classes['stack']}>
              {(part.by ?? [part.count]).map((value, i, all) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place of a group is its identity
                  key={i}
                  data-hue={hueOf(i, all.length)}
                  style={height(value)}
                />
              ))}
            </span>
            {part.compared !== undefined && (
              <span className={classes['stack']}>
                <span data-hue="compared" style={height(part.compared)} />
              </span>
            )}
          </button>
        ))}
      </div>
      <div className={classes['ends']}>
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
    </div>
  );
}
