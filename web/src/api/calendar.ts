// The address of the person's own calendar.
import { queryOptions } from '@tanstack/react-query';
import type { CalendarAddress, NewCalendarAddress } from '#calendar/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';

const OWN = '/app/v1/me/calendar';

export const calendarQuery = queryOptions({
  queryKey: [OWN],
  queryFn: () => get<CalendarAddress>(OWN),
});

/** Makes an address, in place of the one before. */
export async function makeCalendarAddress(): Promise<NewCalendarAddress> {
  const made = await call<NewCalendarAddress>('POST', OWN, {});
  await queryClient.invalidateQueries(calendarQuery);
  return made;
}

export async function endCalendarAddress(): Promise<void> {
  await call('DELETE', OWN);
  await queryClient.invalidateQueries(calendarQuery);
}
