// How the person is told of what, and the end of mails for those who are not signed in.
import { queryOptions } from '@tanstack/react-query';
import type { NoticeSettings, NoticeSettingsChange } from '#notices/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';

const SETTINGS = '/app/v1/notices/settings';

export const noticeSettingsQuery = queryOptions({
  queryKey: [SETTINGS],
  queryFn: () => get<NoticeSettings>(SETTINGS),
});

export async function changeNoticeSettings(change: NoticeSettingsChange): Promise<void> {
  const changed = await call<NoticeSettings>('PATCH', SETTINGS, change);
  queryClient.setQueryData(noticeSettingsQuery.queryKey, changed);
}
