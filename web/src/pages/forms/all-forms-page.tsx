import { getRouteApi } from '@tanstack/react-router';
import type { AppFormItem } from '#forms/app-types.ts';
import type { FormFilters } from '#web/form-lists/form-filters.ts';
import { type Selection, useSelection } from '#web/form-lists/use-selection.tsx';
import type { List } from '#web/lists/use-list.ts';
import { FormList } from './form-list.tsx';

const route = getRouteApi('/signed-in/forms/all');

export function AllFormsPage() {
  const navigate = route.useNavigate();
  return (
    <FormList
      scope="all"
      useChoice={useChoice}
      filters={route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true })}
    />
  );
}

function useChoice(list: List<AppFormItem>, { deleted, ...filters }: FormFilters): Selection {
  const { items, total, isTotalExact = true, isStale = false } = list;
  return useSelection({
    items,
    total: isStale ? undefined : total,
    isTotalExact,
    matching: deleted ? { deleted } : { list: { ...filters, scope: 'all' } },
  });
}
