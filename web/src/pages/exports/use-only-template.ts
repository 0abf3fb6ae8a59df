import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api/client.ts';
import { TEMPLATES } from '#web/api/templates.ts';
import type { PickedTemplate } from '#web/lists/template-picker.tsx';

/** Returns the template of somebody who sees a single one: it need not be chosen. */
export function useOnlyTemplate(): PickedTemplate | undefined {
  const { data } = useQuery({
    queryKey: ['only-template'],
    queryFn: () => get<{ readonly items: readonly PickedTemplate[] }>(TEMPLATES, { limit: 2 }),
  });
  return data?.items.length === 1 ? data.items[0] : undefined;
}
