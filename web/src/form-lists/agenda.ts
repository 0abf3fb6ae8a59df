// What somebody has to do, in groups: the same for the server's list and for the forms on this device. An assignment
// that has not begun has a status and a due date too, and so its group.
import { useEffect, useState } from 'react';
import { DUE_GROUPS, dueGroups } from '#form-basics/due-groups.ts';
import type { DueWork } from '#form-basics/is-late.ts';
import type { AppFormItem } from '#forms/app-types.ts';
import type { List } from '#web/lists/use-list.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { dueWorkOf } from './due-work.ts';
import { useKeptHere } from './kept-here.ts';

const MINUTE_MS = 60_000;

/**
 * Returns what puts items into groups and names the group of each, by the clock of this device in the time zone of the
 * organisation. Within a group the order stays.
 */
export function useDueGroups<T>(workOf: (item: T) => DueWork) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const of = dueGroups(now, shownZone());
  const rank = (item: T): number => DUE_GROUPS.indexOf(of(workOf(item)));
  return {
    inGroups: (items: readonly T[]) => items.toSorted((a, b) => rank(a) - rank(b)),
    groupOf: (item: T): string => t(`forms.groups.${of(workOf(item))}`),
  };
}

/**
 * Returns a list in the order `agenda` with its groups. What was completed on this device and not sent yet stands under
 * what is done.
 * @param isOn false: the list is in another order, and stays as it is
 */
export function useAgenda<Page>(
  list: List<AppFormItem, Page>,
  isOn = true,
): {
  readonly list: List<AppFormItem, Page>;
  readonly groupOf?: (item: AppFormItem) => string;
} {
  const finished = new Map((useKeptHere() ?? []).map((kept) => [kept.formId, kept.finishedAt]));
  const { inGroups, groupOf } = useDueGroups<AppFormItem>((item) => {
    const at = finished.get(item.id);
    if (!at || item.status === 'complete') return dueWorkOf(item);
    // Its row says what the server has: nobody reads that a form is complete before it is.
    const completedOnDeviceAt = new Date(at).toISOString();
    return dueWorkOf({ ...item, status: 'complete', completedOnDeviceAt });
  });
  if (!isOn) return { list };
  return { list: { ...list, items: inGroups(list.items) }, groupOf };
}
