import { getRouteApi } from '@tanstack/react-router';
import { FormList } from './form-list.tsx';

const route = getRouteApi('/signed-in/forms');

export function MyFormsPage() {
  const navigate = route.useNavigate();
  return (
    <FormList
      scope="mine"
      filters={route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true })}
    />
  );
}
