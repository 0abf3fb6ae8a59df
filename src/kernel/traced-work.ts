// Work in spans. If traces are off, these functions find no span and only call the work.
import { AppError } from './errors.ts';
import { currentSpan, inSpan } from './on-behalf.ts';
import type { Span, SpanSpec } from './span.ts';

/** Does work in a span inside the current one, and without a current one in none. */
export function inChild<T>(
  spec: SpanSpec,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return within(currentSpan()?.child(spec), work);
}

/** Does work in a span, which ends with it; an error marks it as failed. */
export async function within<T>(
  span: Span | undefined,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!span) return work(undefined);
  try {
    return await inSpan(span, () => work(span));
  } catch (error) {
    // A refusal is an answer like others.
    if (error instanceof AppError && error.status < 500) span.set({ 'error.type': error.code });
    else span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Returns a code of an error, or the name of its class. Its text may hold anything. */
export function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return /^[A-Za-z0-9_-]{1,50}$/.test(code) ? code : 'Error';
}
