import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './tokens.css';
import './app.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { followOtherTabs } from './api/session.ts';
import { startI18n } from './i18n.ts';
import { router } from './router.tsx';
import { Look } from './shell/look.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

followOtherTabs();
await startI18n();
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
