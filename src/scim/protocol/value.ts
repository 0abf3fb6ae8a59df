import { isBase64, readCertificate } from './binary.ts';
import { parseDateTime } from './date-time.ts';
import { describeJson, type Json } from './json.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import { invalidValue } from './scim-error.ts';
import { readBoolean } from './tolerance.ts';

const MAX_LENGTH = 10_000;

/** `text.length` counts code units, so characters are counted only between one and two times the limit. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}

function readText(attribute: ResolvedAttribute, raw: unknown, at: string): string {
  if (typeof raw !== 'string') {
    throw invalidValue(at, `is ${describeJson(raw)}, but must be a string.`);
  }
  if (!raw.isWellFormed() || raw.includes('\0')) {
    throw invalidValue(at, 'holds U+0000 or half a surrogate pair; send well-formed Unicode.');
  }
  const max = attribute.definition.maxLength ?? MAX_LENGTH;
  if (isLonger(raw, max)) throw invalidValue(at, `is longer than ${max} characters.`);
  return raw;
}

function readNumber(attribute: ResolvedAttribute, raw: unknown, at: string): number {
  const integer = attribute.type === 'integer';
  if (typeof raw !== 'number' || !(integer ? Number.isSafeInteger(raw) : Number.isFinite(raw))) {
    const wanted = integer ? 'an integer of at most 53 bits' : 'a number';
    const given = typeof raw === 'number' ? String(raw) : describeJson(raw);
    throw invalidValue(at, `is ${given}, but must be ${wanted}.`);
  }
  return raw;
}

function readBinary(attribute: ResolvedAttribute, raw: unknown, at: string): string {
  const text = readText(attribute, raw, at);
  if (isCertificate(attribute)) {
    const certificate = readCertificate(text);
    if (certificate !== undefined) return certificate;
    throw invalidValue(
      at,
      'is not one DER certificate in base64; send each certificate as a value of its own.',
    );
  }
  if (isBase64(text)) return text;
  throw invalidValue(at, 'is not base64 (RFC 4648); send it without line breaks.');
}

/** Returns whether values of the attribute are X.509 certificates. */
export const isCertificate = ({ definition }: ResolvedAttribute): boolean =>
  definition.format === 'certificate';

/**
 * Returns a simple value of its attribute's type (RFC 7643 §2.3), as sent.
 * @throws ScimError 400 invalidValue with the path and the expected value
 */
export function readSimple(attribute: ResolvedAttribute, raw: unknown, at: string): Json {
  switch (attribute.type) {
    case 'boolean': {
      const value = readBoolean(raw);
      if (value === undefined) {
        throw invalidValue(
          at,
          `is ${describeJson(raw)} that is not a Boolean; send true or false.`,
        );
      }
      return value;
    }
    case 'integer':
    case 'decimal':
      return readNumber(attribute, raw, at);
    case 'binary':
      return readBinary(attribute, raw, at);
    case 'dateTime': {
      const text = readText(attribute, raw, at);
      if (parseDateTime(text) === undefined) {
        throw invalidValue(at, 'is not a date with a time, such as 2026-11-20T10:00:00Z.');
      }
      return text;
    }
    default:
      return readText(attribute, raw, at);
  }
}
