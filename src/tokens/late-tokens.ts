import type { Tokens } from './tokens.ts';

/** Creates tokens at their first use: the issuer is a URL, and with port 0 it is known only once the server listens. */
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
