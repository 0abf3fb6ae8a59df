import { isEmailAddress } from '#kernel/email-address.ts';
import { fail } from '#kernel/errors.ts';

/**
 * Checks an address that an admin typed. What identity providers send over SCIM is kept as it is.
 * @throws AppError `invalid-value` when it is not an email address.
 */
export function requireEmail({ email }: { readonly email?: string | null }): void {
  if (email === undefined || email === null || isEmailAddress(email)) return;
  throw fail('invalid-value', 'The email address is not valid. Send one like ada@example.org.', {
    because: { reason: 'wrong-format' },
    at: 'email',
  });
}
