import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import {
  attributeParts,
  type Comparisons,
  ENTERPRISE,
  foldTree,
  type IndexedColumn,
  indexKey,
  MANAGER_PATH,
  NO_COMPARISONS,
  singleFolded,
  textAt,
} from './folding.ts';

type UserColumn =
  | 'id'
  | 'external_id'
  | 'user_name_key'
  | 'display_name_key'
  | 'scim_active'
  | 'manager_id'
  | 'created_at'
  | 'updated_at';

/** The SCIM paths that are columns of `users`; they are not repeated in `folded`. */
export const USER_COLUMNS: ReadonlyMap<string, IndexedColumn<UserColumn>> = new Map([
  ['id', { column: 'id', compare: 'exact' }],
  ['externalId', { column: 'external_id', compare: 'exact' }],
  ['userName', { column: 'user_name_key', compare: 'key' }],
  ['displayName', { column: 'display_name_key', compare: 'key' }],
  ['active', { column: 'scim_active', compare: 'flag' }],
  [MANAGER_PATH, { column: 'manager_id', compare: 'exact' }],
  ['meta.created', { column: 'created_at', compare: 'time' }],
  ['meta.lastModified', { column: 'updated_at', compare: 'time' }],
]);

/** Multi-valued attributes whose value is found by index in user_values.value_key, folded. */
export const INDEXED_VALUES: ReadonlySet<string> = new Set([
  'emails',
  'phoneNumbers',
  'ims',
  'entitlements',
  'roles',
]);

/** One element of a multi-valued attribute, as user_values holds it. */
export interface ValueRow {
  readonly attribute: string;
  readonly ordinal: number;
  readonly value_key: string | null;
  readonly type_key: string | null;
  readonly is_primary: 0 | 1;
  readonly folded: string;
}

export interface IndexedUser {
  readonly columns: {
    readonly user_name: string;
    readonly user_name_key: string;
    readonly external_id: string | null;
    readonly display_name: string | null;
    readonly display_name_key: string | null;
    readonly manager_id: string | null;
    /** The attributes without the manager, which is stored in its column alone, so that none can dangle. */
    readonly attributes: string;
    readonly folded: string;
  };
  readonly values: readonly ValueRow[];
}

/**
 * Returns what is stored of a user's canonical attributes: columns, JSON as sent, JSON folded, value rows.
 * @throws AppError `invalid-value` without a userName, or for an indexed text over MAX_KEY_LENGTH
 */
export function indexUser(
  attributes: JsonObject,
  comparisons: Comparisons = NO_COMPARISONS,
): IndexedUser {
  const userName = textAt(attributes, 'userName');
  if (userName === undefined || userName.trim() === '') {
    throw fail('invalid-value', 'A user needs a userName that is not empty.', {
      at: 'userName',
      because: { reason: 'missing' },
    });
  }
  const displayName = textAt(attributes, 'displayName');
  const externalId = textAt(attributes, 'externalId');
  const { stored, managerId } = takeManager(attributes);
  return {
    columns: {
      user_name: userName,
      user_name_key: indexKey(fold(userName), 'userName'),
      // OneLogin's templates send "" for somebody who has none: that is no value to find or to sign in anybody by.
      external_id: externalId ? indexKey(externalId, 'externalId') : null,
      display_name: displayName ?? null,
      display_name_key:
        displayName === undefined ? null : indexKey(fold(displayName), 'displayName'),
      manager_id: managerId ?? null,
      attributes: JSON.stringify(stored),
      folded: singleFolded(stored, USER_COLUMNS, comparisons),
    },
    values: [...attributeParts(stored)].flatMap(({ path, value }) =>
      Array.isArray(value)
        ? value.map((element, i) => valueRow(path, i, element, comparisons))
        : [],
    ),
  };
}

/** Returns the attributes of a row, with the manager from its column. */
export function withManager(attributes: JsonObject, managerId: string | null): JsonObject {
  if (managerId === null) return attributes;
  const extension = member(attributes, ENTERPRISE);
  return {
    ...attributes,
    [ENTERPRISE]: { ...(isObject(extension) ? extension : {}), manager: { value: managerId } },
  };
}

function valueRow(
  attribute: string,
  ordinal: number,
  element: JsonValue,
  comparisons: Comparisons,
): ValueRow {
  const value = isObject(element) ? member(element, 'value') : element;
  const type = isObject(element) ? member(element, 'type') : undefined;
  const key = (text: JsonValue | undefined, path: string): string | null =>
    typeof text === 'string' ? indexKey(fold(text), path) : null;
  return {
    attribute,
    ordinal,
    value_key: INDEXED_VALUES.has(attribute) ? key(value, `${attribute}.value`) : null,
    type_key: key(type, `${attribute}.type`),
    is_primary: isObject(element) && member(element, 'primary') === true ? 1 : 0,
    folded: JSON.stringify(foldTree(element, attribute, comparisons)),
  };
}

function takeManager(attributes: JsonObject): { stored: JsonObject; managerId?: string } {
  const extension = member(attributes, ENTERPRISE);
  if (!isObject(extension) || !Object.hasOwn(extension, 'manager')) return { stored: attributes };
  const { manager, ...others } = extension;
  const { [ENTERPRISE]: _, ...core } = attributes;
  const stored = Object.keys(others).length === 0 ? core : { ...attributes, [ENTERPRISE]: others };
  const managerId = isObject(manager) ? textAt(manager, 'value') : undefined;
  return managerId === undefined ? { stored } : { stored, managerId };
}
