import { createRootRoute, Outlet } from '@tanstack/react-router';
import { FailedPage, MissingPage } from './shell/failed-page.tsx';

/** Above every page. */
export const root = createRootRoute({
  component: Outlet,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});
