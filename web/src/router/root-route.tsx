import { createRootRoute, Outlet } from '@tanstack/react-router';
import { FailedPage, MissingPage } from '#web/shell/failed-page.tsx';

/** The root of all screens. */
export const root = createRootRoute({
  component: Outlet,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});
