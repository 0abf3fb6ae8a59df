import { createHash } from 'node:crypto';

/** Crockford's base 32, without letters that look like digits. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * Returns the receipt number of a form that was sent by a link, such as `7K3M-X9QD`. It is made from the form's id, so
 * that it needs no storage and says nothing about how many forms there are.
 */
export function receiptOf(formId: string): string {
  const bytes = createHash('sha256').update(`receipt ${formId}`).digest();
  const text = [...bytes.subarray(0, LENGTH)].map((byte) => DIGITS.charAt(byte % 32)).join('');
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}
