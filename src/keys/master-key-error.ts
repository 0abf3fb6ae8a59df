/** A master key that the service can't start with; the message says why and what to do. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}
