// Screens without the shell: those that need no session, and those that are shown before the rest of the app opens.
import { createRoute, redirect } from '@tanstack/react-router';
import { rememberedOrganisation } from './api/organisation.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { signInOptionsQuery } from './api/sign-in.ts';
import { readSignInSearch } from './pages/sign-in/sign-in-search.ts';
import { root } from './root-route.tsx';
import { page } from './shell/page-parts.ts';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  loaderDeps: ({ search: { account = rememberedOrganisation() } }) => ({ account }),
  // Everything is loaded before anything is shown: later content would move what somebody is about to press.
  loader: ({ deps: { account } }) => queryClient.fetchQuery(signInOptionsQuery(account)),
  component: page(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage', ['signIn']),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  loader: () => queryClient.fetchQuery(signInOptionsQuery(rememberedOrganisation())),
  component: page(
    () => import('./pages/forgotten-password/forgotten-password-page.tsx'),
    'ForgottenPasswordPage',
    ['signIn'],
  ),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: page(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage', ['signIn']),
});

const linkPage = page(() => import('./pages/links/link-page.tsx'), 'LinkPage', ['signIn']);

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: linkPage,
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: linkPage,
});

const helpWithBasic = createRoute({
  getParentRoute: () => root,
  path: '/help/basic-authentication',
  component: page(() => import('./pages/help/basic-page.tsx'), 'BasicPage', ['help']),
});

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
    () => import('./pages/second-factor/second-factor-page.tsx'),
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
  component: page(() => import('./pages/confirmed/confirmed-page.tsx'), 'ConfirmedPage', [
    'signIn',
  ]),
});

export const frontRoutes = [
  signIn,
  forgottenPassword,
  setUp,
  invitation,
  resetPassword,
  helpWithBasic,
  confirmed,
  secondFactor,
] as const;
