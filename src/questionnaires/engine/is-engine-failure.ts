import { AppError } from '#kernel/errors.ts';

/** Returns whether the engine failed at this form, or took too long for it: another attempt would fail as well. */
export const isEngineFailure = (error: unknown): boolean =>
  error instanceof AppError && ['form-check-failed', 'form-check-timeout'].includes(error.code);
