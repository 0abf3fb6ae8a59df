import { queryOptions } from '@tanstack/react-query';
import type { AppFormDetail } from '#forms/app-types.ts';
import { get } from './client.ts';

export const FORMS = '/app/v1/forms';

export const formQuery = (id: string) =>
  queryOptions({ queryKey: [FORMS, id], queryFn: () => get<AppFormDetail>(`${FORMS}/${id}`) });
