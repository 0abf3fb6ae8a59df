// Formstead that takes whoever asks for one and the same principal, given as JSON in BENCH_PRINCIPAL, without a look
// at what they send.
import { replaceFunction } from './replace.ts';

const principal = process.env['BENCH_PRINCIPAL'] ?? '';

replaceFunction(
  'http/authenticate.ts',
  'authenticate',
  `const principal = ${principal};\nexport async function authenticate() { return principal; }`,
);
