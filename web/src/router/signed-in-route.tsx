import { createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '#web/api/query-client.ts';
import { type Session, sessionQuery } from '#web/api/session.ts';
import { Shell } from '#web/shell/shell.tsx';
import { root } from './root-route.tsx';

/** Above all screens that need a session. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ location }): Promise<{ session: Session }> {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) {
      // A link in a mail names the organisation.
      const account = new URLSearchParams(location.searchStr).get('account') ?? undefined;
      throw redirect({ to: '/sign-in', search: { to: location.href, account } });
    }
    if (session.lacksSecondFactor) throw redirect({ to: '/second-factor' });
    return { session };
  },
});
