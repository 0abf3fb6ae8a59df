import { getRouteApi } from '@tanstack/react-router';
import { useAssignedWork } from '#web/form-lists/use-assigned-work.tsx';
import { FormList } from './form-list.tsx';

const route = getRouteApi('/signed-in/forms');

/** The forms of the signed-in person. */
export function MyFormsPage() {
  const navigate = route.useNavigate();
  return (
    <FormList
      scope="mine"
      assigned={useAssignedWork().section}
      filters={route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true })}
    />
  );
}
