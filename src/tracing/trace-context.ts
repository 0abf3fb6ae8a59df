// The headers of W3C Trace Context.

interface Parent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Version, trace, parent and flags; a version after 00 may add more. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
const MOST_STATE = 512;
/** Printable ASCII: key=value, separated by commas. */
const TRACESTATE = /^[\x21-\x7e][\x20-\x7e]*$/;

/** Returns undefined for a header that is missing or wrong: a trace begins then. */
export function parseParent(header: string | undefined): Parent | undefined {
  const [, version, traceId, spanId, flags = '', rest] = TRACEPARENT.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Returns undefined for a header that is missing, wrong or too long; only the whole may be passed on. */
export const parseState = (header: string | undefined): string | undefined =>
  header !== undefined && header.length <= MOST_STATE && TRACESTATE.test(header)
    ? header
    : undefined;
