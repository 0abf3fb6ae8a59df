import type { Database } from '#db/database.ts';
import type { Directory, Passwords, SignIn } from '#directory/index.ts';
import { AppError } from '#kernel/errors.ts';

export interface PasswordCheckDeps {
  readonly db: Database;
  readonly directory: Pick<Directory, 'replacePasswordHash'>;
  readonly passwords: Pick<Passwords, 'verify' | 'isOutdated' | 'rehash'>;
  /** Called when a password could not be rehashed. */
  readonly onError: (error: unknown) => void;
}

/** The password check of Basic and of the web app. */
export interface PasswordCheck {
  /**
   * Returns whether it is the user's password. Without a user or a stored password it is false after the same time.
   * @throws AppError `busy`
   */
  isRight(user: SignIn | undefined, password: string): Promise<boolean>;
  /** Waits for passwords that are being rehashed. */
  close(): Promise<void>;
}

/**
 * Creates the check. A right password whose stored hash is outdated is rehashed in the background. Sessions and tokens
 * stay valid, because the password is the same.
 */
export function createPasswordCheck(deps: PasswordCheckDeps): PasswordCheck {
  const { db, directory, passwords, onError } = deps;
  const running = new Map<string, Promise<void>>();

  const renew = async (user: SignIn, from: string, password: string): Promise<void> => {
    try {
      const { accountId, userId } = user;
      const to = await passwords.rehash(password, accountId);
      await db.transaction((tx) =>
        directory.replacePasswordHash(tx, accountId, userId, { from, to }),
      );
    } catch (error) {
      // While too many passwords are being hashed, the next sign-in is early enough.
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
