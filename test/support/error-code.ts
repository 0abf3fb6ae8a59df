import type { Answer } from './instance.ts';

/** Returns the stable code of an error. SCIM bodies have no member for it, so SCIM errors carry it in a header. */
export const codeOf = ({ headers, at }: Pick<Answer, 'headers' | 'at'>): unknown =>
  headers['formstead-error-code'] ?? at('code');
