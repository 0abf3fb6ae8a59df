// Where a question about a person finds people: on the server. A device keeps no directory; without a network it offers
// only the person who uses it.
import { use } from 'react';
import { LIST_LIMITS } from '#lists/list.ts';
import { PersonQuestion } from '#questionnaires/engine/list-question.ts';
import { ApiError, get } from '#web/api/client.ts';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { useSession } from '#web/api/session.ts';
import { type FoundRow, fittingRows, type ListSource } from './list-source.ts';
import { TemplateOfForm } from './template-of-form.ts';

/** Fewer would match half of an organisation. */
export const LEAST_LETTERS = 2;

/** Returns the source of people for a question that asks for one; undefined for a choice from a list. */
export function usePeople(question: object): ListSource | undefined {
  const { user } = useSession();
  const template = use(TemplateOfForm);
  if (!(question instanceof PersonQuestion)) return undefined;
  const self = rowOf({ id: user.id, name: user.displayName ?? user.userName });
  const { group } = question;
  // Whether they are in the group, only the server knows.
  const own = (q: string) => (group === '' ? fittingRows([self], q) : []);
  return {
    leastTyped: () => 0,
    async find(_list, { q = '' }) {
      if (group === '' && [...q.trim()].length < LEAST_LETTERS) return own(q);
      try {
        if (!navigator.onLine) throw new ApiError(0, { code: 'offline' });
        const asked = { type: 'User', q, limit: LIST_LIMITS.hits, template };
        const { items } = await get<{ readonly items: readonly Assignee[] }>(ASSIGNEES, {
          ...asked,
          ...(group !== '' && { group }),
        });
        return items.map(rowOf);
      } catch (error) {
        const isCutOff = error instanceof ApiError && error.status === 0;
        const rows = isCutOff ? own(q) : [];
        if (rows.length > 0) return rows;
        throw error;
      }
    },
  };
}

const rowOf = ({ id, name, detail }: Pick<Assignee, 'id' | 'name' | 'detail'>): FoundRow => ({
  key: id,
  label: name,
  seq: 0,
  cells: {},
  note: detail,
});
