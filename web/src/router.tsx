// Every page there is, and who may see it. Pages are loaded when they are first opened.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { type Session, sessionQuery } from './api/session.ts';
import { Loading } from './components/loading.tsx';
import { FailedPage, MissingPage } from './shell/failed-page.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Outlet,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string } => pathIn(search['to']),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ location }): Promise<{ session: Session }> {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.href } });
    return { session };
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/forms' });
  },
});

const myForms = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms',
  component: lazyRouteComponent(() => import('./pages/forms/my-forms-page.tsx'), 'MyFormsPage'),
});

const credentials = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/credentials',
  component: lazyRouteComponent(
    () => import('./pages/credentials/credentials-page.tsx'),
    'CredentialsPage',
  ),
});

const routeTree = root.addChildren([
  signIn,
  setUp,
  signedIn.addChildren([home, myForms, credentials]),
]);

export const router = createRouter({
  routeTree,
  defaultPendingComponent: Loading,
  defaultErrorComponent: FailedPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router;
  }
}

/** Where to go after signing in: a path of ours, nothing that leads elsewhere. */
function pathIn(to: unknown): { to?: string } {
  const isOurs = typeof to === 'string' && /^\/(?![/\\])/.test(to);
  return isOurs ? { to } : {};
}
