import { queryOptions } from '@tanstack/react-query';
import type { UserDetail } from '#administration/app-types.ts';
import type { Session } from '#sign-in/app-types.ts';
import { changeLanguage, type Language } from '#web/texts/i18n.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const ME = '/app/v1/me';
export const SESSIONS = `${ME}/sessions`;

export const profileQuery = queryOptions({
  queryKey: [ME],
  queryFn: () => get<UserDetail>(ME),
});

/** Sets the language of mails, and of the screens on devices where none was chosen. */
export async function chooseLanguage(language: Language): Promise<void> {
  const user = await call<UserDetail>('PATCH', ME, { language });
  queryClient.setQueryData(profileQuery.queryKey, user);
  await changeLanguage(language);
  await queryClient.invalidateQueries(sessionQuery);
}

export async function changePassword(current: string, password: string): Promise<void> {
  const session = await confirmed(() =>
    call<Session>('PUT', `${ME}/password`, { current, password }),
  );
  queryClient.setQueryData(sessionQuery.queryKey, session);
  await queryClient.invalidateQueries({ queryKey: [SESSIONS] });
}

export const endSession = (id: string): Promise<void> => end(`${SESSIONS}/${id}`);
export const endOtherSessions = (): Promise<void> => end(SESSIONS);

async function end(path: string): Promise<void> {
  await confirmed(() => call('DELETE', path));
  await queryClient.invalidateQueries({ queryKey: [SESSIONS] });
}
