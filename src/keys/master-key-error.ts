/** The service can't start with this master key; the message says why and what to do. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}
