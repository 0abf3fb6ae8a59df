import type { Table } from '#commands/rows/rows.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { printable } from '#commands/shell/text.ts';
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { MAX_KEY_LENGTH } from '#kernel/text.ts';
import { keptAs } from './account-tables.ts';
import {
  type AccountManifest,
  FORMAT,
  type Part,
  pathInArchive,
  SCIM_PATHS,
  SECRETS,
} from './format.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const SHOWN = 60;

/** The code of an account, as `formstead account create` makes it. */
export const ACCOUNT_CODE = /^[a-z0-9]{2,20}$/;

/**
 * Reads the manifest of an archive, which somebody else may have made.
 * @param tables the tables of this version
 * @param steps the steps of the schema of this version
 * @throws CommandFailure if it is no manifest, or of a version whose rows don't fit into this one
 */
export function parseManifest(
  text: string,
  tables: readonly Table[],
  steps: readonly string[],
): AccountManifest {
  const value = parsed(text);
  if (!isObject(value)) throw damaged('is not JSON');
  requireFormat(member(value, 'format'));
  const version = wordIn(value, 'version');
  const schema = wordsOf(member(value, 'schema'));
  requireSchema(version, schema, steps);
  const engine = member(value, 'engine') === 'postgres' ? 'postgres' : 'sqlite';
  const parts = partsOf(member(value, 'parts'));
  requireParts(parts, tables);
  return {
    ...{ format: FORMAT, version, schema, engine, parts, madeAt: wordIn(value, 'madeAt') },
    account: accountOf(objectIn(value, 'account')),
    auditLog: auditLogOf(objectIn(value, 'auditLog')),
    secrets: parts.some(({ path }) => path === SECRETS) ? 'sealed' : 'left out',
    attachments: filesOf(objectIn(value, 'attachments')),
    leftOut: {},
  };
}

function requireFormat(format: JsonValue | undefined): void {
  if (format === FORMAT) return;
  if (typeof format === 'string' && format.startsWith('formstead-account-')) {
    throw new CommandFailure(
      `The archive has the format ${shown(format)}, which this version of Formstead does not know: use a newer one.`,
    );
  }
  throw damaged('is not one of an organisation');
}

function requireSchema(version: string, schema: readonly string[], steps: readonly string[]): void {
  const by = `Formstead ${shown(version)}`;
  const newer = schema.find((step) => !steps.includes(step));
  if (newer !== undefined) {
    throw new CommandFailure(
      `The archive was made by ${by}, whose schema is newer (it has ${shown(newer)}): bring this installation to that version first.`,
    );
  }
  const missing = steps.find((step) => !schema.includes(step));
  if (missing === undefined) return;
  throw new CommandFailure(
    `The archive was made by ${by}, whose schema is older (it lacks ${missing}): bring the installation that it comes from to this version, and export again.`,
  );
}

function requireParts(parts: readonly Part[], tables: readonly Table[]): void {
  const wanted = tables.flatMap((table) => {
    const kept = keptAs(table);
    return kept === 'data' || kept === 'index' ? [pathInArchive(table, kept)] : [];
  });
  const paths = parts.map(({ path }) => path);
  const missing = [...wanted, ...SCIM_PATHS].find((path) => !paths.includes(path));
  if (missing !== undefined) throw damaged(`does not list ${missing}`);
  const known = new Set([...wanted, ...SCIM_PATHS, SECRETS]);
  const foreign = paths.find((path, at) => !known.has(path) || paths.indexOf(path) !== at);
  if (foreign !== undefined) {
    throw damaged(`lists ${shown(foreign)}, which does not belong there`);
  }
}

function accountOf(value: JsonObject): AccountManifest['account'] {
  const [id, code, name] = [wordIn(value, 'id'), wordIn(value, 'code'), wordIn(value, 'name')];
  if (!ID.test(id) || !ACCOUNT_CODE.test(code)) throw damaged('names no organisation');
  if (name.trim() === '' || name.length > MAX_KEY_LENGTH) throw damaged('names no organisation');
  return { id, code, name };
}

function auditLogOf(value: JsonObject): AccountManifest['auditLog'] {
  const hash = member(value, 'hash');
  if (hash !== null && typeof hash !== 'string') throw damaged('has a hash that is no text');
  return { intact: member(value, 'intact') === true, seq: numberIn(value, 'seq'), hash };
}

const filesOf = (value: JsonObject): AccountManifest['attachments'] => ({
  files: numberIn(value, 'files'),
  bytes: numberIn(value, 'bytes'),
});

function partsOf(value: JsonValue | undefined): readonly Part[] {
  if (!Array.isArray(value)) throw damaged('lists no files');
  return value.map((part: JsonValue) => {
    if (!isObject(part)) throw damaged('lists no files');
    const sha256 = wordIn(part, 'sha256');
    if (!SHA256.test(sha256)) throw damaged('has a hash that is none');
    const [rows, bytes] = [numberIn(part, 'rows'), numberIn(part, 'bytes')];
    return { path: wordIn(part, 'path'), rows, bytes, sha256 };
  });
}

function wordsOf(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) throw damaged('has no schema');
  return value.map((word: JsonValue) => textOf(word));
}

function objectIn(value: JsonObject, name: string): JsonObject {
  const found = member(value, name);
  if (!isObject(found)) throw damaged(`has no ${name}`);
  return found;
}

function wordIn(value: JsonObject, name: string): string {
  const found = member(value, name);
  if (typeof found !== 'string') throw damaged(`has no ${name}`);
  return found;
}

function numberIn(value: JsonObject, name: string): number {
  const found = member(value, name);
  if (typeof found === 'number' && Number.isSafeInteger(found) && found >= 0) return found;
  throw damaged(`has no ${name}`);
}

const shown = (text: string): string => printable(text.slice(0, SHOWN));

const damaged = (how: string): CommandFailure =>
  new CommandFailure(`The manifest of the archive ${how}: it is damaged, or was changed.`);

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
