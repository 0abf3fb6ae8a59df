import { useQuery } from '@tanstack/react-query';
import type { UserList } from '#administration/app-types.ts';
import type { DashboardList } from '#answer-tables/app-types.ts';
import type { AppFormList } from '#forms/app-types.ts';
import type { TemplateList } from '#templates/app-types.ts';
import { get } from '#web/api/client.ts';
import { DASHBOARDS } from '#web/api/dashboards.ts';
import { FORMS } from '#web/api/forms.ts';
import { useSession } from '#web/api/session.ts';
import { TEMPLATES } from '#web/api/templates.ts';
import { USERS } from '#web/api/users.ts';

export interface Result {
  readonly id: string;
  readonly to: string;
  readonly label: string;
  readonly description?: string;
}

const MIN_LENGTH = 2;
const LIMIT = 5;

/**
 * Searches users, forms and templates by the start of a name, and dashboards by any part of it. The server returns only what the person may see; without
 * an answer there are no results.
 */
export function useResults(q: string) {
  const { role } = useSession().user;
  const isLong = q.length >= MIN_LENGTH;
  const options = { retry: false, staleTime: 10_000 } as const;
  const people = useQuery({
    ...options,
    queryKey: ['palette', USERS, q],
    queryFn: () => get<UserList>(USERS, { q, limit: LIMIT }),
    enabled: isLong && role === 'admin',
    select: ({ items }) =>
      items.map(({ id, userName, displayName = userName }): Result => {
        const known = displayName === userName ? {} : { description: userName };
        return { id, to: `/settings/users/${id}`, label: displayName, ...known };
      }),
  });
  const scope = role === 'member' ? 'mine' : 'all';
  const forms = useQuery({
    ...options,
    queryKey: ['palette', FORMS, q],
    queryFn: () => get<AppFormList>(FORMS, { q, scope, limit: LIMIT }),
    enabled: isLong,
    select: ({ items }) =>
      items.map(({ id, name, template }): Result => {
        const known = template.name === undefined ? {} : { description: template.name };
        return { id, to: `/forms/${id}`, label: name, ...known };
      }),
  });
  const templates = useQuery({
    ...options,
    queryKey: ['palette', TEMPLATES, q],
    queryFn: () => get<TemplateList>(TEMPLATES, { q, limit: LIMIT }),
    enabled: isLong,
    select: ({ items }) =>
      items.map(({ id, name }): Result => ({ id, to: `/templates/${id}`, label: name })),
  });
  const dashboards = useQuery({
    ...options,
    queryKey: ['palette', DASHBOARDS, q],
    queryFn: () => get<DashboardList>(DASHBOARDS, { q, limit: LIMIT }),
    enabled: isLong,
    select: ({ items }) =>
      items.map(({ id, name }): Result => ({ id, to: `/dashboards/${id}`, label: name })),
  });
  return {
    isSearching: [people, forms, templates, dashboards].some(({ isLoading }) => isLoading),
    people: people.data ?? [],
    forms: forms.data ?? [],
    templates: templates.data ?? [],
    dashboards: dashboards.data ?? [],
  };
}
