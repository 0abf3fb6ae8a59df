import type { Tokens } from './tokens.ts';

/** The issuer is an address, and with port 0 that is known only when the server listens. */
export function lateTokens(make: () => Tokens): Tokens {
  let made: Tokens | undefined;
  const get = (): Tokens => {
    made ??= make();
    return made;
  };
  return {
    issue: (subject) => get().issue(subject),
    verify: (token) => get().verify(token),
  };
}
