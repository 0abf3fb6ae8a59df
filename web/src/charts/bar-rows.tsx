import { VisuallyHidden } from '@mantine/core';
import type { Group } from '#answer-tables/app-types.ts';
import type { Condition } from '#web/conditions/conditions.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { groupText, hueOf } from './groups.ts';
import { PartName } from './part-name.tsx';
import { type Part, percentText } from './parts.ts';
import { RankedRows } from './ranked-rows.tsx';
import classes from './summary.module.css';

interface PartsProps {
  /** Names what is counted. */
  readonly label: string;
  /** The head of the names; undefined: they are answers. */
  readonly head?: string;
  readonly parts: readonly Part[];
  /** The number of answers that percentages are of, and that of the second period. */
  readonly answered: number;
  readonly comparedAnswered: number | undefined;
  readonly groups: readonly Group[] | undefined;
  readonly onChoose: (condition: Condition) => void;
  /** Bars are left out where a chart stands above the table. */
  readonly hasBars?: boolean;
}

/** A table of counted parts, each with its bar. The name of a part is a button that sets its condition. */
export function BarRows(props: PartsProps) {
  if (props.parts.some(({ ranked }) => ranked !== undefined)) return <RankedRows {...props} />;
  return <CountedRows {...props} />;
}

function CountedRows(props: PartsProps) {
  const { label, parts, answered, comparedAnswered, groups, onChoose, hasBars = true } = props;
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const most = Math.max(1, ...parts.map(widthOf));
  return (
    <div className={classes['scroll']}>
      <table className={classes['rows']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{props.head ?? t('summary.answer')}</th>
            {hasBars && (
              <th scope="col">
                <VisuallyHidden>{t('summary.bar')}</VisuallyHidden>
              </th>
            )}
            <th scope="col" data-number>
              {t('summary.count')}
            </th>
            <th scope="col" data-number>
              {t('summary.percent')}
            </th>
            {comparedAnswered !== undefined && (
              <>
                <th scope="col" data-number>
                  {t('summary.compared')}
                </th>
                <th scope="col" data-number>
                  {t('summary.percent')}
                </th>
              </>
            )}
            {groups?.map((group) => (
              <th scope="col" data-number key={group.value ?? '-blank'}>
                {groupText(group, t)}
              </th>
            ))}
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
                  <Bar part={part} most={most} />
                </td>
              )}
              <td data-number>{part.count.toLocaleString(language)}</td>
              <td data-number>{percentText(part.count, answered, language)}</td>
              {comparedAnswered !== undefined && (
                <>
                  <td data-number>{part.compared?.toLocaleString(language)}</td>
                  <td data-number>
                    {part.compared !== undefined &&
                      percentText(part.compared, comparedAnswered, language)}
                  </td>
                </>
              )}
              {groups?.map((group, i) => (
                <td data-number key={group.value ?? '-blank'}>
                  {part.by?.[i]?.toLocaleString(language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The length of the bars of a part: groups stand one behind another, the second period below. */
const widthOf = ({ count, compared = 0, by }: Part): number =>
  Math.max(by ? by.reduce((sum, each) => sum + each, 0) : count, compared);

function Bar({ part, most }: { readonly part: Part; readonly most: number }) {
  const { count, compared, by } = part;
  const width = (value: number) => ({ width: `${(100 * value) / most}%` });
  return (
    <div className={classes['bars']} aria-hidden>
      <div className={classes['bar']}>
        {(by ?? [count]).map((value, i, all) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a group is its identity
            key={i}
            data-hue={hueOf(i, all.length)}
            style={width(value)}
          />
        ))}
      </div>
      {compared !== undefined && (
        <div className={classes['bar']}>
          <span data-hue="compared" style={width(compared)} />
        </div>
      )}
    </div>
  );
}
