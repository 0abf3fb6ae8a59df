import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SignedOut, Session as UserSession } from '#sign-in/app-types.ts';
import { followLanguage } from '#web/texts/i18n.ts';
import { showZone } from '#web/texts/shown-zone.ts';
import { showBrand } from './brand-store.ts';
import { ApiError, call, get } from './client.ts';
import { rememberOrganisation } from './organisation.ts';
import { joinOtherTabs, tellOtherTabs } from './other-tabs.ts';
import { queryClient } from './query-client.ts';
import { forgetSession, rememberedSession, rememberSession } from './remembered-session.ts';
import { leaveForSignIn, markSessionStarted } from './session-end.ts';

export interface Session extends UserSession {
  /** The one form of somebody who opened a public link. */
  readonly formId?: string | undefined;
}

/** What stands in place of a session on the page of a public link, whose visitors have none. */
let visitor: Session | undefined;

/** Lets the screens for filling in a form work for somebody without an account. The server is never asked for a session. */
export function visitAs(session: Session): void {
  visitor = session;
  queryClient.setQueryData<Session | null>(['session'], session);
  showBrand(session.account);
}

/** Reads the session; null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  async queryFn(): Promise<Session | null> {
    if (visitor !== undefined) return visitor;
    try {
      const session = await get<Session>('/app/v1/session');
      const known = queryClient.getQueryData<Session | null>(['session']);
      // Another person signed in through another tab and must not see what this screen shows.
      if (known && known.user.id !== session.user.id) location.reload();
      rememberSession(session);
      showBrand(session.account);
      showZone(session.account.timeZone);
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
      showBrand(remembered.account);
      showZone(remembered.account.timeZone);
      return remembered;
    }
  },
});

/**
 * Returns null when nobody was signed in. A screen that somebody is working on keeps its session, so that it stays with
 * what this device keeps for them.
 */
function nobody(code: string): Session | null {
  forgetSession();
  const known = queryClient.getQueryData<Session | null>(['session']) ?? null;
  if (known !== null) {
    tellOtherTabs(null);
    leaveForSignIn(code);
  }
  return known;
}

/**
 * Clears every tab of what it shows to one person when they sign out in another tab, or when somebody else signs in
 * there.
 */
export function followOtherTabs(): void {
  joinOtherTabs((userId) => {
    const known = queryClient.getQueryData<Session | null>(['session']) ?? null;
    if (known === null || known.user.id === userId) return;
    if (userId === null) leaveForSignIn('session-ended');
    else location.reload();
  });
}

/** Returns the session, for screens that only signed-in people see. @throws ApiError `session-missing` */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) {
    throw new ApiError(401, { code: 'session-missing', detail: 'The session has ended.' });
  }
  return data;
}

/**
 * Signs out.
 * @returns the single sign-on connection that the session began with: the person may still be signed in at that
 * identity provider
 */
export async function signOut(): Promise<SignedOut['sso'] | undefined> {
  const answer = await call<SignedOut | undefined>('DELETE', '/app/v1/session');
  forgetSession();
  tellOtherTabs(null);
  // The session has ended, whatever becomes of the network: the next page asks again.
  await startAnew().catch(() => undefined);
  return answer?.sso;
}

/** Drops all data that the previous person has read, and reads the session again. */
export async function startAnew(): Promise<void> {
  queryClient.clear();
  await queryClient.fetchQuery(sessionQuery);
}
