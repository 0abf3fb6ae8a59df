// The screens of the settings, which are for admins.
import { createRoute } from '@tanstack/react-router';
import { only, textIn } from '#web/lists/search-params.ts';
import { readAuditFilters } from '#web/pages/audit/audit-filters.ts';
import { readGroupFilters } from '#web/pages/groups/group-filters.ts';
import { readLogFilters } from '#web/pages/provisioning/log/log-filters.ts';
import { readProvisioningSearch } from '#web/pages/provisioning/provisioning-search.ts';
import { readUserFilters } from '#web/people/user-filters.ts';
import { page } from '#web/shell/page-parts.ts';
import { signedIn } from './signed-in-route.tsx';

const security = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/security',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/security/security-page.tsx'), 'SecurityPage', [
    'account',
    'secondFactor',
    'sso',
  ]),
});

const organisation = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/organisation',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/security/organisation-page.tsx'), 'OrganisationPage', [
    'account',
  ]),
});

const brand = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/brand',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/brand/brand-page.tsx'), 'BrandPage', ['brand']),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/audit',
  staticData: { role: 'admin' },
  validateSearch: only(readAuditFilters),
  component: page(() => import('#web/pages/audit/audit-page.tsx'), 'AuditPage', ['audit']),
});

const auditEntry = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/audit/$id',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/audit/audit-entry-page.tsx'), 'AuditEntryPage', [
    'audit',
  ]),
});

const credentials = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/credentials',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/credentials/credentials-page.tsx'), 'CredentialsPage', [
    'credentials',
    'forms',
  ]),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/users',
  staticData: { role: 'admin' },
  validateSearch: only(readUserFilters),
  component: page(() => import('#web/pages/users/users-page.tsx'), 'UsersPage', ['people']),
});

const deletedUsers = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/users/deleted',
  staticData: { role: 'admin' },
  validateSearch: only((search) => ({ q: textIn(search['q']) })),
  component: page(() => import('#web/pages/users/deleted-users-page.tsx'), 'DeletedUsersPage', [
    'people',
  ]),
});

const user = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/users/$id',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/users/user-page.tsx'), 'UserPage', [
    'people',
    'secondFactor',
    'account',
    'credentials',
    'sso',
  ]),
});

const groups = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/groups',
  staticData: { role: 'admin' },
  validateSearch: only(readGroupFilters),
  component: page(() => import('#web/pages/groups/groups-page.tsx'), 'GroupsPage', ['people']),
});

const group = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/groups/$id',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/groups/group-page.tsx'), 'GroupPage', ['people']),
});

const provisioning = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/provisioning',
  staticData: { role: 'admin' },
  validateSearch: only(readProvisioningSearch),
  component: page(
    () => import('#web/pages/provisioning/provisioning-page.tsx'),
    'ProvisioningPage',
    ['provisioning', 'credentials', 'log', 'people'],
  ),
});

const log = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/provisioning/log',
  staticData: { role: 'admin' },
  validateSearch: only(readLogFilters),
  component: page(() => import('#web/pages/provisioning/log/log-page.tsx'), 'LogPage', ['log']),
});

const logEntry = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/provisioning/log/$id',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/provisioning/log/log-entry-page.tsx'), 'LogEntryPage', [
    'log',
  ]),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/webhooks/webhooks-page.tsx'), 'WebhooksPage', [
    'webhooks',
  ]),
});

const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/$id',
  staticData: { role: 'admin' },
  component: page(() => import('#web/pages/webhooks/webhook-page.tsx'), 'WebhookPage', [
    'webhooks',
  ]),
});

export const settingsRoutes = [
  organisation,
  security,
  brand,
  audit,
  auditEntry,
  users,
  deletedUsers,
  user,
  groups,
  group,
  credentials,
  webhooks,
  webhook,
  provisioning,
  log,
  logEntry,
] as const;
