import { ANSWERS_FILTER } from '#answer-queries/index.ts';
import type { Reader } from '#db/database.ts';
import { type GroupsOfUser, groupExists, type Viewer } from '#form-basics/index.ts';
import { SELECTING } from '#forms/index.ts';
import { fail } from '#kernel/errors.ts';
import { findVisibleTemplate, isListed } from '#templates/index.ts';
import {
  MAX_STATE_LENGTH,
  type NewView,
  NOT_SHARED,
  type Sharing,
  type ViewedList,
  type ViewState,
} from './view.ts';

/** The search parameters of each page. Others would have no effect on it. */
const PARAMETERS: Readonly<Record<'forms' | 'answers', readonly string[]>> = {
  forms: SELECTING.filter((name) => name !== 'scope'),
  answers: [...Object.keys(ANSWERS_FILTER), 'q', 'rows', 'sort', 'columns', 'pin', 'widths'],
};

/** Returns the state. @throws AppError `invalid-value` for a parameter that the page does not have, and when it is too long */
export function checkState(list: ViewedList, state: ViewState): ViewState {
  const known = PARAMETERS[list === 'answers' ? 'answers' : 'forms'];
  const unknown = Object.keys(state).find((name) => !known.includes(name));
  if (unknown === undefined && JSON.stringify(state).length > MAX_STATE_LENGTH) {
    throw fail(
      'invalid-value',
      `A view has at most ${MAX_STATE_LENGTH} characters. Save it with fewer conditions.`,
      {
        at: 'state',
        because: { reason: 'too-long', limit: MAX_STATE_LENGTH },
      },
    );
  }
  if (unknown === undefined) return state;
  throw fail('invalid-value', `The page has no parameter ${unknown}.`, {
    at: `state.${unknown}`,
    because: { reason: 'unknown-member' },
  });
}

/**
 * Returns the template that a view is of: the one of a table of answers, or the one that a list is narrowed to.
 * @throws AppError `invalid-value` when a view of answers names none, or the user does not see it
 */
export async function checkTemplate(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  { list, state, templateId }: Pick<NewView, 'list' | 'state' | 'templateId'>,
): Promise<string | undefined> {
  const given = list === 'answers' ? templateId : state['template'];
  if (given === undefined) {
    if (list !== 'answers') return undefined;
    throw fail('invalid-value', 'Name the template whose answers the view shows.', {
      at: 'templateId',
      because: { reason: 'missing' },
    });
  }
  const found = await findVisibleTemplate(db, directory, viewer, given);
  if (found) return found.template.id;
  throw fail('invalid-value', 'There is no template with this id that you may use.', {
    at: list === 'answers' ? 'templateId' : 'state.template',
    because: { reason: 'unknown-template' },
  });
}

/**
 * Returns the sharing of a view. Members share with groups that they belong to; designers and admins with all groups, and
 * with everyone.
 * @throws AppError `invalid-value` for an unknown group or none, `forbidden`
 */
export async function checkSharing(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  { with: shared, groupIds }: Sharing,
): Promise<Sharing> {
  if (shared === 'nobody') return NOT_SHARED;
  if (shared === 'everyone') {
    if (viewer.role !== 'member') return { with: 'everyone', groupIds: [] };
    throw fail('forbidden', 'Only designers and admins share a view with everyone.');
  }
  const ids = [...new Set(groupIds.map((id) => id.toLowerCase()))].toSorted();
  if (ids.length === 0) {
    throw fail('invalid-value', 'Choose a group to share the view with.', {
      at: 'sharing.groupIds',
      because: { reason: 'missing' },
    });
  }
  const own = new Set(
    viewer.role === 'member'
      ? await directory.groupIdsOf(db, viewer.accountId, viewer.userId)
      : ids,
  );
  for (const [i, id] of ids.entries()) {
    // The answer is the same for a group of others and for none.
    if (own.has(id) && (await groupExists(db, viewer.accountId, id))) continue;
    throw fail('invalid-value', 'There is no group with this id that you can share with.', {
      at: `sharing.groupIds[${i}]`,
      because: { reason: 'unknown-subject' },
    });
  }
  return { with: 'groups', groupIds: ids };
}

/** Returns whether a template is one that lists show to somebody, so that they may see views of it. */
export async function seesTemplate(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateId: string,
): Promise<boolean> {
  const found = await findVisibleTemplate(db, directory, viewer, templateId);
  return found !== undefined && isListed(viewer, found);
}
