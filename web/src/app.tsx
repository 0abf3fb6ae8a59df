// The start of the app is apart from that of the pages before the sign-in, so that people who only sign in do not load
// the router and its pages.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { beforeRefusals } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { followOtherTabs, startAnew } from './api/session.ts';
import { enterBy } from './front/way.ts';
import { router } from './router/router.tsx';
import { showApp } from './shell/show-app.tsx';
import { loadErrors, startI18n } from './texts/i18n.ts';

/** Shows the page of the address. */
export async function startApp(): Promise<void> {
  followOtherTabs();
  enterBy(async (href) => {
    await startAnew();
    await router.navigate({ href, replace: true });
  });
  beforeRefusals(loadErrors);
  await startI18n([]);
  showApp(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
