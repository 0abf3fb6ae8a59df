// All screens and the roles that may see them. A screen is loaded when it is first opened.
import { createRoute, createRouter } from '@tanstack/react-router';
import { queryClient } from '#web/api/query-client.ts';
import { Loading } from '#web/components/loading.tsx';
import { readAnswerSearch } from '#web/conditions/answer-search.ts';
import { readFormFilters } from '#web/form-lists/form-filters.ts';
import { only, textIn } from '#web/lists/search-params.ts';
import { readReportSearch } from '#web/pages/bulk/report-search.ts';
import { readDashboardSearch } from '#web/pages/dashboards/dashboard-search.ts';
import { formListQuery } from '#web/pages/forms/form-list-query.ts';
import { readSummarySearch } from '#web/pages/summary/summary-search.ts';
import { readTemplateSearch } from '#web/pages/template/template-search.ts';
import { readTemplateFilters } from '#web/pages/templates/template-filters.ts';
import { readWorkFilters } from '#web/pages/work/work-filters.ts';
import { OF_BUILDER } from '#web/shell/builder-areas.ts';
import { FailedPage } from '#web/shell/failed-page.tsx';
import { page } from '#web/shell/page-parts.ts';
import { frontRoutes } from './front-routes.tsx';
import { root } from './root-route.tsx';
import { settingsRoutes } from './settings-routes.tsx';
import { signedIn } from './signed-in-route.tsx';

const OF_ANSWERS = ['templates', 'forms', 'rhythm'] as const;
const OF_WORK = ['work', 'forms', 'people', 'templates', 'survey', 'fill'] as const;

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: page(() => import('#web/pages/home/home-page.tsx'), 'HomePage', [
    'home',
    'forms',
    'alerts',
  ]),
});

const myForms = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms',
  validateSearch: only(readFormFilters),
  // Asked for before the page is there, which then shows its rows without an outline of them.
  loader({ location, preload }) {
    if (preload) return;
    void queryClient.prefetchInfiniteQuery(formListQuery(readFormFilters(location.search), 'mine'));
  },
  component: page(() => import('#web/pages/forms/my-forms-page.tsx'), 'MyFormsPage', ['forms']),
});

const allForms = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms/all',
  staticData: { role: 'designer' },
  validateSearch: only(readFormFilters),
  component: page(() => import('#web/pages/forms/all-forms-page.tsx'), 'AllFormsPage', [
    ...OF_ANSWERS,
    'people',
  ]),
});

const form = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms/$id',
  component: page(() => import('#web/pages/forms/form-page.tsx'), 'FormPage', [
    'forms',
    'history',
    'people',
    'reviews',
  ]),
});

const reviews = createRoute({
  getParentRoute: () => signedIn,
  path: '/reviews',
  component: page(() => import('./pages-of-answers.ts'), 'ReviewsPage', ['forms', 'reviews']),
});

const newForm = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms/new',
  component: page(() => import('#web/pages/forms/new-form-page.tsx'), 'NewFormPage', [
    'newForm',
    'fill',
  ]),
});

const fillForm = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms/$id/fill',
  // Opened before the page is shown, which would wait for it.
  async loader({ context: { session }, preload }) {
    if (preload) return;
    const { openDevice } = await import('#web/pages/forms/fill-page.tsx');
    await openDevice(session);
  },
  component: page(() => import('#web/pages/forms/fill-page.tsx'), 'FillPage', ['fill', 'survey']),
});

const outbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/outbox',
  component: page(() => import('#web/pages/outbox/outbox-page.tsx'), 'OutboxPage', [
    'outbox',
    'fill',
  ]),
});

const bulkActs = createRoute({
  getParentRoute: () => signedIn,
  path: '/bulk-actions',
  validateSearch: only(readReportSearch),
  component: page(() => import('./pages-of-answers.ts'), 'BulkActsPage', OF_ANSWERS),
});

const work = createRoute({
  getParentRoute: () => signedIn,
  path: '/work',
  validateSearch: only(readWorkFilters),
  component: page(() => import('./pages-of-work.ts'), 'WorkPage', OF_WORK),
});

const ofTemplate = only((search): { template?: string | undefined } => ({
  template: textIn(search['template']),
}));

const sendWork = createRoute({
  getParentRoute: () => signedIn,
  path: '/work/new',
  validateSearch: ofTemplate,
  component: page(() => import('./pages-of-work.ts'), 'SendPage', OF_WORK),
});

const importWork = createRoute({
  getParentRoute: () => signedIn,
  path: '/work/import',
  validateSearch: ofTemplate,
  component: page(() => import('#web/pages/work/import/import-page.tsx'), 'ImportWorkPage', [
    ...OF_WORK,
    'workImport',
  ]),
});

const leavers = createRoute({
  getParentRoute: () => signedIn,
  path: '/work/leavers',
  component: page(() => import('./pages-of-work.ts'), 'LeaversPage', OF_WORK),
});

const workItem = createRoute({
  getParentRoute: () => signedIn,
  path: '/work/$id',
  component: page(() => import('./pages-of-work.ts'), 'WorkItemPage', OF_WORK),
});

const notices = createRoute({
  getParentRoute: () => signedIn,
  path: '/notices',
  component: page(() => import('./pages-of-work.ts'), 'NoticesPage', ['notices']),
});

const noticeSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/notices/settings',
  component: page(() => import('./pages-of-work.ts'), 'NoticeSettingsPage', ['noticeSettings']),
});

const exportsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/exports',
  component: page(() => import('#web/pages/exports/exports-page.tsx'), 'ExportsPage', ['exports']),
});

const scheduledExports = createRoute({
  getParentRoute: () => signedIn,
  path: '/scheduled-exports',
  component: page(
    () => import('#web/pages/scheduled-exports/scheduled-exports-page.tsx'),
    'ScheduledExportsPage',
    ['exports', 'scheduledExports', 'rhythm'],
  ),
});

const templates = createRoute({
  getParentRoute: () => signedIn,
  path: '/templates',
  validateSearch: only(readTemplateFilters),
  component: page(() => import('#web/pages/templates/templates-page.tsx'), 'TemplatesPage', [
    'templates',
    'rights',
  ]),
});

const newTemplate = createRoute({
  getParentRoute: () => signedIn,
  path: '/templates/new',
  staticData: { role: 'designer' },
  component: page(() => import('#web/pages/templates/new-template-page.tsx'), 'NewTemplatePage', [
    'templates',
    'survey',
    'fill',
  ]),
});

const importTemplate = createRoute({
  getParentRoute: () => signedIn,
  path: '/templates/import',
  staticData: { role: 'designer' },
  component: page(
    () => import('#web/pages/templates/import-template-page.tsx'),
    'ImportTemplatePage',
    ['templates', 'imports', 'builder'],
  ),
});

const template = createRoute({
  getParentRoute: () => signedIn,
  path: '/templates/$id',
  validateSearch: only(readTemplateSearch),
  component: page(
    () => import('#web/pages/template/template-page.tsx'),
    'TemplatePage',
    OF_BUILDER,
  ),
});

const sharedLists = createRoute({
  getParentRoute: () => signedIn,
  path: '/lists',
  staticData: { role: 'designer' },
  component: page(
    () => import('#web/pages/shared-lists/shared-lists-page.tsx'),
    'SharedListsPage',
    ['sharedLists'],
  ),
});

const sharedList = createRoute({
  getParentRoute: () => signedIn,
  path: '/lists/$id',
  staticData: { role: 'designer' },
  component: page(() => import('#web/pages/shared-lists/shared-list-page.tsx'), 'SharedListPage', [
    'sharedLists',
    'templates',
  ]),
});

const answers = createRoute({
  getParentRoute: () => signedIn,
  path: '/templates/$id/answers',
  validateSearch: only(readAnswerSearch),
  component: page(() => import('#web/pages/answers/answers-page.tsx'), 'AnswersPage', OF_ANSWERS),
});

const summary = createRoute({
  getParentRoute: () => signedIn,
  path: '/templates/$id/summary',
  validateSearch: only(readSummarySearch),
  component: page(() => import('./pages-of-answers.ts'), 'SummaryPage', OF_ANSWERS),
});

const dashboards = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboards',
  component: page(() => import('./pages-of-answers.ts'), 'DashboardsPage', OF_ANSWERS),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboards/$id',
  validateSearch: only(readDashboardSearch),
  component: page(() => import('./pages-of-answers.ts'), 'DashboardPage', OF_ANSWERS),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: page(() => import('#web/pages/profile/profile-page.tsx'), 'ProfilePage', [
    'account',
    'people',
    'secondFactor',
  ]),
});

const routeTree = root.addChildren([
  ...frontRoutes,
  signedIn.addChildren([
    home,
    profile,
    myForms,
    allForms,
    form,
    reviews,
    newForm,
    fillForm,
    outbox,
    work,
    sendWork,
    importWork,
    leavers,
    workItem,
    bulkActs,
    exportsRoute,
    scheduledExports,
    notices,
    noticeSettings,
    templates,
    newTemplate,
    importTemplate,
    template,
    answers,
    summary,
    dashboards,
    dashboard,
    sharedLists,
    sharedList,
    ...settingsRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPendingComponent: Loading,
  // Loading shows itself only after a pause. Shown, it would hold back what is there already, for half a second.
  defaultPendingMinMs: 0,
  defaultErrorComponent: FailedPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The role that the screen is for. An admin may see the screens of a designer. Undefined: every role. */
    readonly role?: 'admin' | 'designer';
  }
  interface Register {
    readonly router: typeof router;
  }
}
