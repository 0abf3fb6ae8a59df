// What is stored of the users of a test directory, and the removal of one as an identity provider does it.
import type { TestDirectory } from './directory.ts';

/** @param of returns the directory, which is opened before the tests and not when they are declared */
export const storedUsers = (of: () => TestDirectory) => ({
  add: (...all: Parameters<TestDirectory['addUser']>) => of().addUser(...all),
  put: (...all: Parameters<TestDirectory['putUser']>) => of().putUser(...all),
  read(id: string) {
    const { directory, db, account } = of();
    return directory.readUser(db.reader, account.id, id, 'provisioning');
  },
  remove(id: string, via: 'scim' | 'api' = 'scim') {
    const { directory, actor, write } = of();
    return write((tx) => directory.removeUser(tx, actor(via), id, { visibility: 'provisioning' }));
  },
  valueRows: (id: string) =>
    of()
      .db.reader.selectFrom('user_values')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('attribute')
      .orderBy('ordinal')
      .execute(),
  /** Returns the actions of the audit events about a user, in order. */
  async actions(id: string): Promise<readonly string[]> {
    const events = of().db.reader.selectFrom('audit_events').select('action');
    const rows = await events.where('target_id', '=', id).orderBy('id').execute();
    return rows.map(({ action }) => action);
  },
  addSession(id: string) {
    const { db, account, ids } = of();
    return db.reader
      .insertInto('sessions')
      .values({
        account_id: account.id,
        hash: ids.next(),
        id: ids.next(),
        user_id: id,
        stamp: 1,
        method: 'password',
        ip: '192.0.2.1',
        agent: null,
        created_at: 0,
        confirmed_at: 0,
        second_factor_shown: 0,
        seen_at: 0,
        expires_at: 1,
      })
      .execute();
  },
  async sessionsOf(id: string): Promise<number> {
    const sessions = of().db.reader.selectFrom('sessions').select('hash');
    return (await sessions.where('user_id', '=', id).execute()).length;
  },
});
