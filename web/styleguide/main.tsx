import { beforeRefusals } from '#web/api/client.ts';
// The style guide: every part of the design system in all its states, with the components of the web app and sample data.
// It is an entry of its own, served by `npm run styleguide` alone. It is no route of web/src/router/router.tsx, because every
// route there is in the build that people get; and `/app` is the prefix of the API.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '#web/tokens.css';
import '#web/app.css';
import './guide.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#web/api/query-client.ts';
import { Look } from '#web/shell/look.tsx';
import { loadErrors, startI18n } from '#web/texts/i18n.ts';
import { Guide } from './guide.tsx';
import { prepareAnswers } from './sample-answers.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// Links of the components lead to pages of the web app, which are not here: whatever the address, the guide is shown.
const top = createRootRoute();
const anywhere = createRoute({ getParentRoute: () => top, path: '$', component: Guide });
const router = createRouter({
  routeTree: top.addChildren([anywhere]),
  history: createMemoryHistory({ initialEntries: ['/guide'] }),
});

prepareAnswers();
beforeRefusals(loadErrors);
await startI18n([
  'credentials',
  'exports',
  'forms',
  'home',
  'log',
  'outbox',
  'palette',
  'people',
  'provisioning',
  'templates',
  'rhythm',
  'webhooks',
]);
createRoot(root).render(
  <StrictMode>
    <Look>
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-center" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Look>
  </StrictMode>,
);
