import { readCertificate } from './binary.ts';
import { parseDateTime } from './date-time.ts';
import type { CompareOperator, FilterValue } from './filter-tree.ts';
import { fold } from './fold.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { AttributeType } from './schema.ts';
import { invalidFilter } from './scim-error.ts';
import { readBoolean } from './tolerance.ts';
import { isCertificate } from './value.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const EQUALITY: readonly CompareOperator[] = ['eq', 'ne'];
const ORDER: readonly CompareOperator[] = [...EQUALITY, 'gt', 'ge', 'lt', 'le'];
const PARTS: readonly CompareOperator[] = [...EQUALITY, 'co', 'sw', 'ew'];
const ALL: readonly CompareOperator[] = [...ORDER, 'co', 'sw', 'ew'];

/** RFC 7644 §3.4.2.2, table 3: Booleans and binaries have no order; only text, which includes binaries, has parts. */
const FITTING: Readonly<Record<AttributeType, readonly CompareOperator[]>> = {
  boolean: EQUALITY,
  binary: PARTS,
  integer: ORDER,
  decimal: ORDER,
  dateTime: ORDER,
  string: ALL,
  reference: ALL,
  complex: [],
};

/** Checks an operator. @throws ScimError 400 invalidFilter when it is undefined for the attribute's type */
export function checkOperator(attribute: ResolvedAttribute, operator: CompareOperator): void {
  const fitting = FITTING[attribute.type];
  if (fitting.includes(operator)) return;
  throw invalidFilter(
    `"${operator}" does not fit ${attribute.key}, which is of type ${attribute.type}; use ${fitting.join(', ')} or pr.`,
    attribute.key,
  );
}

function readText(attribute: ResolvedAttribute, text: string): string {
  if (!text.isWellFormed() || text.includes('\0')) {
    throw invalidFilter(
      `The value for ${attribute.key} holds U+0000 or half a surrogate pair.`,
      attribute.key,
    );
  }
  if (isCertificate(attribute)) return readCertificate(text) ?? text;
  return attribute.caseExact ? text : fold(text);
}

function readTyped(
  attribute: ResolvedAttribute,
  { quoted, text }: FilterValue,
): string | number | boolean | undefined {
  switch (attribute.type) {
    case 'boolean':
      return readBoolean(text); // Entra quotes it: roles[primary eq "True"]
    case 'integer':
    case 'decimal':
      return !quoted && NUMBER.test(text) && Number.isFinite(Number(text))
        ? Number(text)
        : undefined;
    case 'dateTime':
      return parseDateTime(text);
    default:
      return readText(attribute, text);
  }
}

/**
 * Returns the value in its attribute's type, folded where case does not matter.
 * @throws ScimError 400 invalidFilter
 */
export function typedValue(
  attribute: ResolvedAttribute,
  value: FilterValue,
): string | number | boolean {
  const typed = readTyped(attribute, value);
  if (typed !== undefined) return typed;
  const wanted =
    attribute.type === 'boolean'
      ? 'true or false'
      : attribute.type === 'dateTime'
        ? 'a date with a time, such as "2026-11-20T10:00:00Z"'
        : 'a number without quotes';
  throw invalidFilter(`${attribute.key} must be compared with ${wanted}.`, attribute.key);
}
