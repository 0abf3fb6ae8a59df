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
import { signInOptionsQuery } from './api/sign-in.ts';
import { Loading } from './components/loading.tsx';
import { readAuditFilters } from './pages/audit/audit-filters.ts';
import { readFormFilters } from './pages/forms/form-filters.ts';
import { readGroupFilters } from './pages/groups/group-filters.ts';
import { readProvisioningSearch } from './pages/provisioning/provisioning-search.ts';
import { readLogFilters } from './pages/provisioning-log/log-filters.ts';
import { readSignInSearch } from './pages/sign-in/sign-in-search.ts';
import { readUserFilters } from './pages/users/user-filters.ts';
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
  validateSearch: readSignInSearch,
  loaderDeps: ({ search: { account } }) => ({ account }),
  // All of it before any is shown: what comes later would move what somebody is about to press.
  loader: ({ deps: { account } }) => queryClient.fetchQuery(signInOptionsQuery(account)),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage'),
});

const linkPage = lazyRouteComponent(() => import('./pages/links/link-page.tsx'), 'LinkPage');

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
  component: lazyRouteComponent(() => import('./pages/help/basic-page.tsx'), 'BasicPage'),
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
  validateSearch: readFormFilters,
  component: lazyRouteComponent(() => import('./pages/forms/my-forms-page.tsx'), 'MyFormsPage'),
});

const allForms = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms/all',
  validateSearch: readFormFilters,
  component: lazyRouteComponent(() => import('./pages/forms/all-forms-page.tsx'), 'AllFormsPage'),
});

const form = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms/$id',
  component: lazyRouteComponent(() => import('./pages/forms/form-page.tsx'), 'FormPage'),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});

const security = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/security',
  component: lazyRouteComponent(() => import('./pages/security/security-page.tsx'), 'SecurityPage'),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/audit',
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const auditEntry = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/audit/$id',
  component: lazyRouteComponent(
    () => import('./pages/audit/audit-entry-page.tsx'),
    'AuditEntryPage',
  ),
});

const credentials = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/credentials',
  component: lazyRouteComponent(
    () => import('./pages/credentials/credentials-page.tsx'),
    'CredentialsPage',
  ),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/users',
  validateSearch: readUserFilters,
  component: lazyRouteComponent(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/users/$id',
  component: lazyRouteComponent(() => import('./pages/users/user-page.tsx'), 'UserPage'),
});

const groups = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/groups',
  validateSearch: readGroupFilters,
  component: lazyRouteComponent(() => import('./pages/groups/groups-page.tsx'), 'GroupsPage'),
});

const group = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/groups/$id',
  component: lazyRouteComponent(() => import('./pages/groups/group-page.tsx'), 'GroupPage'),
});

const provisioning = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/provisioning',
  validateSearch: readProvisioningSearch,
  component: lazyRouteComponent(
    () => import('./pages/provisioning/provisioning-page.tsx'),
    'ProvisioningPage',
  ),
});

const log = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/provisioning/log',
  validateSearch: readLogFilters,
  component: lazyRouteComponent(() => import('./pages/provisioning-log/log-page.tsx'), 'LogPage'),
});

const logEntry = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/provisioning/log/$id',
  component: lazyRouteComponent(
    () => import('./pages/provisioning-log/log-entry-page.tsx'),
    'LogEntryPage',
  ),
});

const routeTree = root.addChildren([
  signIn,
  setUp,
  invitation,
  resetPassword,
  helpWithBasic,
  signedIn.addChildren([
    home,
    profile,
    myForms,
    allForms,
    form,
    security,
    audit,
    auditEntry,
    users,
    user,
    groups,
    group,
    credentials,
    provisioning,
    log,
    logEntry,
  ]),
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
