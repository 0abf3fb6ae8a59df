/** The command line was not understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command can't do what it was asked to; the message says why and what to do: exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
