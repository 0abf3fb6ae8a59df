import type {
  NewScheduledExportBody,
  ScheduledExportChange,
  ScheduledExportItem,
} from '#scheduled-exports/app-types.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const SCHEDULED_EXPORTS = '/app/v1/scheduled-exports';

export const scheduleExport = (input: NewScheduledExportBody) =>
  changed(call<ScheduledExportItem>('POST', SCHEDULED_EXPORTS, input));

export const changeScheduledExport = (id: string, changes: ScheduledExportChange) =>
  changed(call<ScheduledExportItem>('PATCH', `${SCHEDULED_EXPORTS}/${id}`, changes));

/** Pauses a scheduled export, or lets it go on. */
export const pauseScheduledExport = (id: string, paused: boolean) =>
  changeScheduledExport(id, { paused });

export const deleteScheduledExport = (id: string) =>
  changed(call('DELETE', `${SCHEDULED_EXPORTS}/${id}`));

async function changed<T>(request: Promise<T>): Promise<T> {
  const answer = await request;
  await queryClient.invalidateQueries({ queryKey: [SCHEDULED_EXPORTS] });
  return answer;
}
