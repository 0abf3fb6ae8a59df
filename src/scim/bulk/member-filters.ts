import { inTurns } from '#kernel/in-turns.ts';
import {
  type BulkOperation,
  checkMemberFilters,
  type MemberChange,
  parsePatchInParts,
  type ResourceType,
  ScimError,
} from '#scim/protocol/index.ts';

/**
 * Checks that all PATCHes of a bulk request together select members by no more filters than one PATCH may, because a
 * bulk request evaluates the filters inside a transaction.
 * @throws ScimError 400 tooMany
 */
export async function requireFewFilters(
  operations: readonly BulkOperation[],
  group: ResourceType,
): Promise<void> {
  const all: (readonly MemberChange[])[] = [];
  for (const { action } of operations) all.push(await inTurns(membersIn(action, group)));
  checkMemberFilters(all);
}

function* membersIn(
  action: BulkOperation['action'],
  group: ResourceType,
): Generator<undefined, readonly MemberChange[]> {
  if (action instanceof ScimError || action.method !== 'PATCH' || action.type !== group) return [];
  try {
    yield;
    return (yield* parsePatchInParts(group, action.data)).members;
  } catch (error) {
    if (error instanceof ScimError) return []; // The operation itself reports this error.
    throw error;
  }
}
