import type { Answer } from './instance.ts';

/** The stable code of an error: SCIM and OAuth bodies have no room for it, so SCIM's is in a header. */
export const codeOf = ({ headers, at }: Pick<Answer, 'headers' | 'at'>): unknown =>
  headers['formstead-error-code'] ?? at('code');
