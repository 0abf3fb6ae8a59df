import { resolve } from 'node:path';
import { integer, text } from './setting.ts';
import type { Source } from './source.ts';

export interface PasswordSettings {
  /** Memory of one argon2id hash. */
  readonly memoryKib: number;
  readonly passes: number;
  /** An absolute path; undefined: no list. */
  readonly breachedFile: string | undefined;
}

const memory = integer(
  {
    name: 'FORMSTEAD_PASSWORD_MEMORY_KIB',
    default: '19456',
    secret: false,
    description:
      'The memory of one password hash (argon2id) in KiB, at least 19 MiB (the minimum of OWASP). The number of concurrent hashes is the number of processor cores minus one. After you raise the value, Formstead rehashes the password of each user at the next sign-in.',
    example: '65536',
  },
  { min: 19_456, max: 1_048_576, fallback: 19_456 },
);

const passes = integer(
  {
    name: 'FORMSTEAD_PASSWORD_PASSES',
    default: '2',
    secret: false,
    description:
      'The number of passes of one password hash (argon2id). An identity provider that sets a password for each new user needs 25 hashes per second. With 64 MiB and 3 passes, one core computes about 17.',
    example: '3',
  },
  { min: 2, max: 20, fallback: 2 },
);

const breached = text<undefined>(
  {
    name: 'FORMSTEAD_BREACHED_PASSWORDS',
    default: 'unset: only the list that is part of Formstead',
    secret: false,
    description:
      'A file with passwords from data breaches. Formstead refuses them as new passwords. The format is that of the Pwned Passwords downloader: one text file of SHA-1 hashes, ordered by hash (about 40 GB). Formstead searches the file on disk and sends nothing to anybody.',
    example: '/srv/formstead/pwnedpasswords.txt',
  },
  undefined,
);

export const PASSWORDS_REFERENCE = [memory.reference, passes.reference, breached.reference];

export const readPasswords = (source: Source): PasswordSettings => {
  const path = breached.read(source);
  return {
    memoryKib: memory.read(source),
    passes: passes.read(source),
    breachedFile: path === undefined ? undefined : resolve(path),
  };
};
