import type { Reader } from '#db/database.ts';
import { findByExternalId } from '#directory/index.ts';
import { type Filter, type MemberChange, valueSubAttribute } from '#scim/protocol/index.ts';

/**
 * Returns the changes with each externalId in a filter replaced by the member's id. Members that were added by an
 * externalId can be removed by it as well, even when the filter has other conditions (decision 44).
 */
export async function filtersById(
  db: Reader,
  accountId: string,
  changes: readonly MemberChange[],
): Promise<readonly MemberChange[]> {
  const texts = changes.flatMap((it) => (it.kind === 'removeWhere' ? textsIn(it.filter) : []));
  if (texts.length === 0) return changes;
  const ids = await findByExternalId(db, { accountId, hidesProtected: true }, texts);
  return changes.map((it) =>
    it.kind === 'removeWhere' ? { ...it, filter: withIds(it.filter, ids) } : it,
  );
}

/** Returns the text that a filter compares a member's `value` with by `eq` or `ne`; undefined for any other filter. */
function namedBy(filter: Filter): string | undefined {
  if (filter.kind !== 'compare' || (filter.operator !== 'eq' && filter.operator !== 'ne')) return;
  const { attribute, value } = filter;
  const isValue = attribute.parent && attribute === valueSubAttribute(attribute.parent);
  return isValue && typeof value === 'string' ? value : undefined;
}

function textsIn(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(textsIn);
    case 'not':
    case 'element':
      return textsIn(filter.filter);
    default: {
      const text = namedBy(filter);
      return text === undefined ? [] : [text];
    }
  }
}

function withIds(filter: Filter, ids: ReadonlyMap<string, string>): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((each) => withIds(each, ids)) };
    case 'not':
    case 'element':
      return { ...filter, filter: withIds(filter.filter, ids) };
    case 'present':
      return filter;
    case 'compare': {
      const id = ids.get(namedBy(filter) ?? '');
      return id === undefined ? filter : { ...filter, value: id };
    }
  }
}
