import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import {
  type Comparisons,
  type IndexedColumn,
  indexKey,
  NO_COMPARISONS,
  singleFolded,
  textAt,
} from './folding.ts';

type GroupColumn = 'id' | 'external_id' | 'display_name_key' | 'created_at' | 'updated_at';

/** The SCIM paths that are columns of `groups`; they are not repeated in `folded`. */
export const GROUP_COLUMNS: ReadonlyMap<string, IndexedColumn<GroupColumn>> = new Map([
  ['id', { column: 'id', compare: 'exact' }],
  ['externalId', { column: 'external_id', compare: 'exact' }],
  ['displayName', { column: 'display_name_key', compare: 'key' }],
  ['meta.created', { column: 'created_at', compare: 'time' }],
  ['meta.lastModified', { column: 'updated_at', compare: 'time' }],
]);

export interface IndexedGroup {
  readonly display_name: string;
  readonly display_name_key: string;
  readonly external_id: string | null;
  readonly attributes: string;
  readonly folded: string;
}

/**
 * Returns the columns that store a group's canonical attributes.
 * @throws AppError `invalid-value` without a displayName, or for an indexed text over MAX_KEY_LENGTH
 */
export function indexGroup(
  attributes: JsonObject,
  comparisons: Comparisons = NO_COMPARISONS,
): IndexedGroup {
  const displayName = textAt(attributes, 'displayName');
  if (displayName === undefined || displayName.trim() === '') {
    throw fail('invalid-value', 'A group needs a displayName that is not empty.', {
      because: { reason: 'missing' },
      at: 'displayName',
    });
  }
  const externalId = textAt(attributes, 'externalId');
  return {
    display_name: displayName,
    display_name_key: indexKey(fold(displayName), 'displayName'),
    external_id: externalId === undefined ? null : indexKey(externalId, 'externalId'),
    attributes: JSON.stringify(attributes),
    folded: singleFolded(attributes, GROUP_COLUMNS, comparisons),
  };
}
