// Screens without the shell: those that need no session, and those that are shown before the rest of the app opens.
import { createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '#web/api/query-client.ts';
import { sessionQuery } from '#web/api/session.ts';
import { FRONT_PATHS } from '#web/front/paths.ts';
import { checkSignInSearch } from '#web/front/sign-in-search.ts';
import { page } from '#web/shell/page-parts.ts';
import { root } from './root-route.tsx';

// A browser that comes to one of these first loads it without the router (start-front.tsx). It is here for those whom
// the app sends there.
const front = page(() => import('./front-app.tsx'), 'FrontApp', ['signIn']);

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: checkSignInSearch,
  component: front,
});

const otherFronts = FRONT_PATHS.filter((path) => path !== '/sign-in').map((path) =>
  createRoute({ getParentRoute: () => root, path, component: front }),
);

// Without the shell: the server refuses everything else until the second factor is set up.
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  async beforeLoad() {
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (session === null) throw redirect({ to: '/sign-in' });
    if (!session.lacksSecondFactor) throw redirect({ to: '/' });
  },
  component: page(
    () => import('#web/pages/second-factor/second-factor-page.tsx'),
    'SecondFactorPage',
    ['secondFactor', 'account'],
  ),
});

// Without the shell: another tab has opened this screen, and the person goes back there.
const confirmed = createRoute({
  getParentRoute: () => root,
  path: '/confirmed',
  validateSearch: (search): { untold?: true | undefined } => ({
    untold: search['untold'] === true || undefined,
  }),
  async beforeLoad() {
    // Read again, because it says whether the sign-in a moment ago confirmed the person's identity.
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (session === null) throw redirect({ to: '/sign-in', search: { to: '/confirmed' } });
  },
  component: page(() => import('#web/pages/confirmed/confirmed-page.tsx'), 'ConfirmedPage', [
    'signIn',
  ]),
});

export const frontRoutes = [signIn, confirmed, secondFactor, ...otherFronts] as const;
