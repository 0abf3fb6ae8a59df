import type { Reader } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';

const SECOND = [
  'There are two organisations now:',
  '- People sign in with their user name or email address as before, unless both organisations have it. Then',
  '  they put the code of theirs before it, on the page and with Basic: code/userName.',
  '- On the sign-in page they type the code of their organisation to sign in with its identity provider.',
  '- Commands that work in one account need --account CODE.',
].join('\n');

/** Returns what the second account of a deployment changes for everybody; undefined for any other account. */
export async function secondAccountHint(
  db: Reader,
  directory: Pick<Directory, 'countAccounts'>,
): Promise<string | undefined> {
  return (await directory.countAccounts(db)) === 2 ? SECOND : undefined;
}
