import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Session, SignedOut } from '#sign-in/app-types.ts';
import { followLanguage } from '../i18n.ts';
import { ApiError, call, get } from './client.ts';
import { rememberOrganisation } from './organisation.ts';
import { joinOtherTabs, tellOtherTabs } from './other-tabs.ts';
import { queryClient } from './query-client.ts';
import { forgetSession, rememberedSession, rememberSession } from './remembered-session.ts';
import { leaveForSignIn, markSessionStarted } from './session-end.ts';

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  async queryFn(): Promise<Session | null> {
    try {
      const session = await get<Session>('/app/v1/session');
      const known = queryClient.getQueryData<Session | null>(['session']);
      // Somebody else signed in through another tab: nothing here is for them to see.
      if (known && known.user.id !== session.user.id) location.reload();
      rememberSession(session);
      tellOtherTabs(session.user.id);
      await followLanguage(session.user.language);
      rememberOrganisation(session.account.code);
      markSessionStarted();
      return session;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return nobody(error.code);
      const remembered = error.status === 0 ? rememberedSession() : undefined;
      if (remembered === 'too-long-ago') throw new ApiError(0, { code: 'away-too-long' });
      if (remembered === undefined) throw error;
      return remembered;
    }
  },
});

/** A page that somebody is typing on stays theirs, with what this device keeps for them. */
function nobody(code: string): Session | null {
  forgetSession();
  const known = queryClient.getQueryData<Session | null>(['session']) ?? null;
  if (known !== null) {
    tellOtherTabs(null);
    leaveForSignIn(code);
  }
  return known;
}

/** What was shown to one person goes from every tab when they sign out in one, or somebody else signs in. */
export function followOtherTabs(): void {
  joinOtherTabs((userId) => {
    const known = queryClient.getQueryData<Session | null>(['session']) ?? null;
    if (known === null || known.user.id === userId) return;
    if (userId === null) leaveForSignIn('session-ended');
    else location.reload();
  });
}

/** On pages that nobody sees without a session. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) {
    throw new ApiError(401, { code: 'session-missing', detail: 'The session has ended.' });
  }
  return data;
}

export type { Session };

/** @returns the connection that the session began with, at whose provider somebody may be signed in still. */
export async function signOut(): Promise<SignedOut['sso'] | undefined> {
  const answer = await call<SignedOut | undefined>('DELETE', '/app/v1/session');
  forgetSession();
  tellOtherTabs(null);
  await startAnew();
  return answer?.sso;
}

/** What one person saw is not for the next. */
export async function startAnew(): Promise<void> {
  queryClient.clear();
  await queryClient.fetchQuery(sessionQuery);
}
