import type { Database } from '#db/database.ts';
import type { Directory, Passwords, SignIn } from '#directory/index.ts';
import { AppError } from '#kernel/errors.ts';

export interface PasswordCheckDeps {
  readonly db: Database;
  readonly directory: Pick<Directory, 'replacePasswordHash'>;
  readonly passwords: Pick<Passwords, 'verify' | 'isOutdated' | 'rehash'>;
  /** Hears of a password that could not be hashed anew. */
  readonly onError: (error: unknown) => void;
}

/** What everybody who asks for a password goes through: Basic and the web app. */
export interface PasswordCheck {
  /**
   * Whether it is the password of whoever signs in; of nobody, and of who has none, it takes as long and is not.
   * @throws AppError `busy`
   */
  isRight(user: SignIn | undefined, password: string): Promise<boolean>;
  /** Waits for what is hashed anew. */
  close(): Promise<void>;
}

/**
 * A right password whose hash is cheaper than what is asked for by now is hashed anew beside the request. Sessions and
 * tokens go on: it is the same password.
 */
export function createPasswordCheck(deps: PasswordCheckDeps): PasswordCheck {
  const { db, directory, passwords, onError } = deps;
  const running = new Map<string, Promise<void>>();

  const renew = async (user: SignIn, from: string, password: string): Promise<void> => {
    try {
      const to = await passwords.rehash(password);
      const { accountId, userId } = user;
      await db.transaction((tx) =>
        directory.replacePasswordHash(tx, accountId, userId, { from, to }),
      );
    } catch (error) {
      // When too many wait to be let in, the next sign-in is early enough.
      if (!(error instanceof AppError && error.code === 'busy')) onError(error);
    } finally {
      running.delete(user.userId);
    }
  };
  return {
    async isRight(user, password) {
      const stored = user?.passwordHash;
      const right = await passwords.verify(stored, password);
      if (!right || !user || stored === undefined) return false;
      if (passwords.isOutdated(stored) && !running.has(user.userId)) {
        running.set(user.userId, renew(user, stored, password));
      }
      return true;
    },
    async close() {
      await Promise.all(running.values());
    },
  };
}
