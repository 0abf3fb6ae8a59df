import type { Reader } from '#db/database.ts';
import type { Member } from '#directory/index.ts';
import type { LettersDeps } from './letters-deps.ts';

/** A larger group is told through this many of its people: nobody wants to fill in a form together with more. */
const MOST_PEOPLE = 200;
const PAGE = 100;

type Deps = Pick<LettersDeps, 'directory'>;

/** Returns the users of a group and of the groups in it, at most 200. */
export async function peopleOfGroup(
  deps: Deps,
  db: Reader,
  accountId: string,
  groupId: string,
): Promise<readonly string[]> {
  const people = new Set<string>();
  const groups = new Set([groupId]);
  // The set grows during the traversal: nested groups are appended, and each is read once.
  for (const group of groups) {
    for await (const { id, type } of membersOf(deps, db, accountId, group)) {
      (type === 'Group' ? groups : people).add(id);
      if (people.size >= MOST_PEOPLE) return [...people];
    }
  }
  return [...people];
}

async function* membersOf(
  { directory }: Deps,
  db: Reader,
  accountId: string,
  groupId: string,
): AsyncGenerator<Member> {
  let after: string | undefined;
  do {
    const page = await directory.readMembers(db, accountId, groupId, after, PAGE);
    yield* page;
    after = page.length === PAGE ? page.at(-1)?.id : undefined;
  } while (after !== undefined);
}
