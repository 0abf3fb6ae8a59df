// The forty checks of a security review of authentication. A test proves one if its name starts with `check N: `. `npm
// test` prints the list. A complete run fails if a required check has no test, so that no check gets lost when a test
// is renamed or deleted.

interface SecurityCheck {
  readonly number: number;
  readonly title: string;
}

export const SECURITY_CHECKS: readonly SecurityCheck[] = [
  { number: 1, title: 'a token answer has exactly its four members, and is never stored' },
  { number: 2, title: 'a token opens to the documented headers and claims' },
  { number: 3, title: 'all refused clients get one and the same answer' },
  { number: 4, title: 'known and unknown clients cost the same' },
  { number: 5, title: 'malformed token requests get the exact error' },
  { number: 6, title: 'another scope is refused, never lessened' },
  { number: 7, title: 'client_credentials is the only grant' },
  { number: 8, title: 'several secrets, each with its own end' },
  { number: 9, title: 'a secret is shown once and kept nowhere' },
  { number: 10, title: 'whatever is revoked is refused on the next request, on every node' },
  { number: 11, title: 'signed client assertions: one audience, one use, a short life' },
  { number: 12, title: 'keys and certificates rotate under load without a failure' },
  { number: 13, title: 'forged, stripped and confused tokens are refused' },
  { number: 14, title: 'changed tokens are refused, whatever the change' },
  { number: 15, title: 'wrong issuer, audience, type or time is refused' },
  { number: 16, title: 'a token counts in the one Authorization header only' },
  { number: 17, title: 'challenges as RFC 6750 has them' },
  { number: 18, title: 'a token may do what its user may, never more' },
  { number: 19, title: 'passwords are stored as argon2id and rehashed when that rises' },
  { number: 20, title: 'a cached password ends with the password or the user' },
  { number: 21, title: 'guessing is slowed, and locks nobody else out' },
  { number: 22, title: 'the password policy' },
  { number: 23, title: 'a flood of wrong passwords starves nobody' },
  { number: 24, title: 'a user without a password never gets in with one' },
  { number: 25, title: 'plain HTTP gets no data and no redirect, and is on record' },
  { number: 26, title: 'TLS 1.2 and later; a new certificate drops no connection' },
  { number: 27, title: 'forwarding headers of strangers change nothing' },
  { number: 28, title: 'strict transport security, over TLS only' },
  { number: 29, title: 'session cookies' },
  { number: 30, title: 'writes from other sites are refused' },
  { number: 31, title: 'browser security headers' },
  { number: 32, title: 'sessions end in time and at will' },
  { number: 33, title: 'forged single sign-on is refused' },
  { number: 34, title: 'every route refuses every caller who may not use it' },
  { number: 35, title: 'what a client may not set it cannot; answers hold what they may' },
  { number: 36, title: 'every limit is answered, and memory stays bounded' },
  { number: 37, title: 'calls go out to public addresses only' },
  { number: 38, title: 'prototype pollution and confused types do nothing' },
  { number: 39, title: 'errors tell nothing of the inside, and faults refuse' },
  { number: 40, title: 'everything that matters is on record, and no secret is' },
];

/** A finished test, as the test runner reports it. */
export interface FinishedTest {
  readonly name: string;
  /** The suite that contains it: the database engine, if it ran on one. */
  readonly suite: string | undefined;
  readonly passed: boolean;
}

interface Proof {
  tests: number;
  failed: number;
  readonly engines: Map<string, number>;
}

export interface CheckList {
  record(test: FinishedTest): void;
  /** Returns the printed list: all checks for a complete run, or else those that were tested. */
  render(isWhole: boolean): string;
  /** Returns the required checks without a test. */
  missing(): readonly SecurityCheck[];
}

const NAMED = /^check (\d+): /;
const ENGINES: readonly string[] = ['sqlite', 'postgres'];

export function createCheckList(): CheckList {
  const proofs = new Map<number, Proof>();
  const missing = () => SECURITY_CHECKS.filter(({ number }) => !proofs.has(number));
  return {
    missing,
    record({ name, suite, passed }) {
      const [, digits] = NAMED.exec(name) ?? [];
      if (digits === undefined) return;
      const number = Number(digits);
      const proof = proofs.get(number) ?? { tests: 0, failed: 0, engines: new Map() };
      proofs.set(number, proof);
      proof.tests += 1;
      if (!passed) proof.failed += 1;
      if (suite === undefined || !ENGINES.includes(suite)) return;
      proof.engines.set(suite, (proof.engines.get(suite) ?? 0) + 1);
    },
    render(isWhole) {
      const untested = new Set(isWhole ? missing() : []);
      const lines = SECURITY_CHECKS.flatMap((check) => {
        const proof = proofs.get(check.number);
        if (!proof && !untested.has(check)) return [];
        const head = `${String(check.number).padStart(3)}  ${check.title.padEnd(72)}`;
        return [`${head} ${proof ? describe(proof) : 'NO TEST'}\n`];
      });
      return lines.length > 0 ? `\nSecurity checks:\n${lines.join('')}` : '';
    },
  };
}

function describe({ tests, failed, engines }: Proof): string {
  const each = ENGINES.flatMap((name) =>
    engines.has(name) ? [`${name} ${engines.get(name)}`] : [],
  );
  const where = each.length > 0 ? ` (${each.join(', ')})` : '';
  return `${failed > 0 ? `${failed} FAILED of ` : 'passed, '}${tests} ${tests === 1 ? 'test' : 'tests'}${where}`;
}
