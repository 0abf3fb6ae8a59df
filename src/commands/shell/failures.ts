/** Thrown when the command line can't be understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown when a command fails. The message says why, and what to do: exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
