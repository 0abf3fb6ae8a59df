import { getRouteApi } from '@tanstack/react-router';
import { FormList } from './form-list.tsx';

const route = getRouteApi('/signed-in/forms/all');

export function AllFormsPage() {
  const navigate = route.useNavigate();
  return (
    <FormList
      scope="all"
      filters={route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true })}
    />
  );
}
