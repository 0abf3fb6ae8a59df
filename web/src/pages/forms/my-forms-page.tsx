import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../../api/session.ts';
import { page } from '../../shell/page-parts.ts';
import { FormList } from './form-list.tsx';

const route = getRouteApi('/signed-in/forms');

const Alerts = page(() => import('./alerts.tsx'), 'Alerts', ['alerts']);

/** The forms of the signed-in person. Admins see their alerts above them. */
export function MyFormsPage() {
  const navigate = route.useNavigate();
  const isAdmin = useSession().user.role === 'admin';
  return (
    <FormList
      scope="mine"
      filters={route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true })}
      notice={<Suspense>{isAdmin && <Alerts />}</Suspense>}
    />
  );
}
