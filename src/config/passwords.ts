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
      'Memory of one password hash (argon2id) in KiB, at least the 19 MiB that OWASP names as the floor. As many hashes run at once as there are processor cores but one. When it rises, the password of a user is hashed anew after the next sign-in with it.',
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
      'Passes of one password hash (argon2id) over its memory. An identity provider that sets a password with each new user needs 25 hashes a second: with 64 MiB and 3 passes one core makes about 17.',
    example: '3',
  },
  { min: 2, max: 20, fallback: 2 },
);

const breached = text<undefined>(
  {
    name: 'FORMSTEAD_BREACHED_PASSWORDS',
    default: 'unset: only the list that comes with the service',
    secret: false,
    description:
      'A file with passwords known from breaches, which are refused when somebody sets one: Pwned Passwords as one text file of SHA-1 hashes ordered by hash, as its downloader writes it (about 40 GB). It is searched on disk, and nothing is sent anywhere.',
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
