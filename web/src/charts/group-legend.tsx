import type { Group } from '#answer-tables/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { groupText, hueOf } from './groups.ts';
import classes from './summary.module.css';

/** Names the colours of the groups. */
export function GroupLegend({ groups }: { readonly groups: readonly Group[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes['legend']} aria-label={t('summary.groups')}>
      {groups.map((group, i) => (
        <li key={group.value ?? '-blank'}>
          <span data-hue={hueOf(i, groups.length)} aria-hidden />
          {groupText(group, t)}
        </li>
      ))}
    </ul>
  );
}
