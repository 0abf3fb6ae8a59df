// Formstead without authentication: every request acts as the principal in BENCH_PRINCIPAL, which is JSON.
import { replaceFunction } from './replace.ts';

const principal = process.env['BENCH_PRINCIPAL'] ?? '';

replaceFunction(
  'http/authenticate.ts',
  'authenticate',
  `const principal = ${principal};\nexport async function authenticate() { return principal; }`,
);
