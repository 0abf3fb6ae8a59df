import { LIST_LIMITS } from '#lists/list.ts';
import { hasValue } from '#lists/row-words.ts';
import type { LinkForm } from '#public-links/app-types.ts';
import type { PublicRows } from '#templates/app-types.ts';
import { call, withQuery } from '#web/api/client.ts';
import { type FoundRow, fittingRows, type ListSource } from '#web/kinds/list-source.ts';
import type { ListSearch } from '#web/offline/list-store.ts';
import { LIST_ROWS, type Visit } from './link-visit.ts';
// The shared lists of a public link: small ones came with the form and need no network, the others are searched.

/** Returns where the choices of a visit find their rows. */
export const listsOf = ({ form, authorised }: Visit): ListSource => ({
  leastTyped: (list) => (rowsAlong(form, list) === undefined ? LIST_LIMITS.publicTyped : 0),
  async find(list, search) {
    const rows = rowsAlong(form, list);
    if (rows !== undefined) return among(rows, search);
    const { items } = await authorised((headers) =>
      call<PublicRows>('GET', withQuery(LIST_ROWS, { list, ...search }), undefined, headers),
    );
    return items;
  },
});

const rowsAlong = ({ lists }: LinkForm, id: string): readonly FoundRow[] | undefined =>
  lists.find((list) => list.id === id)?.rows;

function among(rows: readonly FoundRow[], { q, column, value }: ListSearch): readonly FoundRow[] {
  const fits = ({ cells }: FoundRow) =>
    column === undefined || value === undefined || hasValue(cells, column, value);
  const textsOf = ({ key, label, cells }: FoundRow) => [
    key,
    label,
    ...Object.values(cells).map(String),
  ];
  return fittingRows(rows.filter(fits), q, textsOf);
}
