import { NoAnswer } from '#kernel/answer-of.ts';

/** Why a call brought no usable answer, for programs; pages have words for each in each language. */
export const CALL_FAILURES = [
  'timeout',
  'no-address',
  'not-public',
  'connection-refused',
  'connection-lost',
  'certificate',
  'unexpected-answer',
  'other',
] as const;
export type CallFailure = (typeof CALL_FAILURES)[number];

export const isCallFailure = (word: string): word is CallFailure =>
  CALL_FAILURES.some((each) => each === word);

/** An error of this folder's own. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly failure: CallFailure;

  constructor(failure: CallFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** The codes of Node and of OpenSSL. */
const BY_CODE: ReadonlyMap<string, CallFailure> = new Map([
  ['ENOTFOUND', 'no-address'],
  ['EAI_AGAIN', 'no-address'],
  ['ENODATA', 'no-address'],
  ['ECONNREFUSED', 'connection-refused'],
  ['ECONNRESET', 'connection-lost'],
  ['EPIPE', 'connection-lost'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
]);
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH)/;

/** Classifies what a call threw; looks through causes, as libraries wrap errors. */
export function callFailureOf(thrown: unknown): CallFailure {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OutboundError) return error.failure;
    if (error instanceof NoAnswer) return 'unexpected-answer';
    if (error.name === 'TimeoutError') return 'timeout';
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const known = BY_CODE.get(code) ?? (CERTIFICATE.test(code) ? 'certificate' : undefined);
    if (known !== undefined) return known;
  }
  return 'other';
}
