import { hash } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';
import { toBase32 } from './base32.ts';

const COUNT = 10;
/** 120 bits: nobody guesses one, so a fast hash keeps them (ASVS 6.5.2). */
const BYTES = 15;

/** Ten codes of 24 letters and digits. */
export const makeRecoveryCodes = (random: Random): readonly string[] =>
  Array.from({ length: COUNT }, () => toBase32(random.bytes(BYTES)));

/** As people are to read them. */
export const shownRecoveryCode = (code: string): string =>
  (code.match(/.{4}/g) ?? []).join('-').toLowerCase();

export const hashRecoveryCode = (code: string): string => hash('sha256', code, 'base64url');

/** What somebody typed, with or without spaces and dashes. */
export type TypedCode =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'recovery-code'; readonly code: string };

/** Undefined for what is neither. */
export function parseCode(text: string): TypedCode | undefined {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  if (/^[A-Z2-7]{24}$/.test(code)) return { kind: 'recovery-code', code };
  return undefined;
}
