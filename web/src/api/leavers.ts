import type { HandedOn, LeftItem } from '#leavers/app-types.ts';
import { workChanged } from './assignments.ts';
import { call } from './client.ts';
import type { Assignee } from './forms.ts';
import { queryClient } from './query-client.ts';

export type { LeftItem };

export const LEAVERS = '/app/v1/leavers';
/** How many forms, assignments and series a request may hand on. */
const PORTION = 100;

/**
 * Hands on what leavers left, in portions. @param to undefined: each goes to the one who is proposed
 * @returns what was not handed on, by id
 * @throws ApiError
 */
export async function handOnLeft(
  items: readonly LeftItem[],
  to?: Pick<Assignee, 'type' | 'id'>,
): Promise<readonly Required<HandedOn['results'][number]>[]> {
  const refused: Required<HandedOn['results'][number]>[] = [];
  try {
    for (let from = 0; from < items.length; from += PORTION) {
      const portion = items.slice(from, from + PORTION);
      const { results } = await call<HandedOn>('POST', `${LEAVERS}/hand-on`, {
        items: portion.map(({ kind, id, leaver }) => ({ kind, id, leaver: leaver.id })),
        ...(to && { to: { type: to.type, id: to.id } }),
      });
      for (const { id, error } of results) if (error) refused.push({ id, error });
    }
  } finally {
    await queryClient.invalidateQueries({ queryKey: [LEAVERS] });
    await workChanged();
  }
  return refused;
}
