// People come back to go on with a form, and admins to see what is wrong. This page shows both before anything else.
import { useSession } from '#web/api/session.ts';
import { late } from '#web/components/late.ts';
import { Home } from './home.tsx';

// Most people are none, and wait for nothing that only admins see.
const AdminHome = late(() => import('./admin-home.tsx'), 'AdminHome');

/** The start screen: the person's open forms; for admins, first the alerts and the first steps. */
export function HomePage() {
  return useSession().user.role === 'admin' ? <AdminHome /> : <Home />;
}
