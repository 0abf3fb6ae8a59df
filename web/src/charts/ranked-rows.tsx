import { VisuallyHidden } from '@mantine/core';
import type { Condition } from '#web/conditions/conditions.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { PartName } from './part-name.tsx';
import { numberText, type Part } from './parts.ts';
import classes from './summary.module.css';

interface RankedRowsProps {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly onChoose: (condition: Condition) => void;
  readonly hasBars?: boolean;
}

const DIGITS = 2;

/** A table of the choices of rankings, the best one first. Each ranking holds all of them, so that their counts say nothing. */
export function RankedRows({ label, parts, onChoose, hasBars = true }: RankedRowsProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <div className={classes['scroll']}>
      <table className={classes['rows']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('summary.answer')}</th>
            {hasBars && (
              <th scope="col">
                <VisuallyHidden>{t('summary.bar')}</VisuallyHidden>
              </th>
            )}
            <th scope="col" data-number>
              {t('summary.meanPlace')}
            </th>
            <th scope="col" data-number>
              {t('summary.firsts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.id}>
              <th scope="row">
                <PartName part={part} onChoose={onChoose} />
              </th>
              {hasBars && (
                <td className={classes['barCell']}>
                  <div className={classes['bar']} aria-hidden>
                    <span data-hue="0" style={{ width: `${shareOf(part, parts.length)}%` }} />
                  </div>
                </td>
              )}
              <td data-number>
                {part.ranked === undefined ? '–' : numberText(part.ranked.place, language, DIGITS)}
              </td>
              <td data-number>{part.ranked?.firsts.toLocaleString(language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the length of a bar in percent: all of it for the first place, and a part of it for the last. */
const shareOf = ({ ranked }: Part, count: number): number =>
  ranked === undefined ? 0 : (100 * (count + 1 - ranked.place)) / count;
