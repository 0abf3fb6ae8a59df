// Integrators read these pages before they have an account, so they are outside of the app and need no sign-in.
import { lazy } from 'react';
import { usePathname } from '#web/front/way.ts';
import { BasicPage } from './basic-page.tsx';

const ApiDocsPage = lazy(async () => ({
  default: (await import('./api-docs/api-docs-page.tsx')).ApiDocsPage,
}));

/** What anybody may read about how programs talk to Formstead: its API, or the way on from Basic authentication. */
export function HelpPage() {
  return usePathname() === '/docs' ? <ApiDocsPage /> : <BasicPage />;
}
