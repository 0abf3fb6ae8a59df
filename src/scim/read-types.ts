import { readFile } from 'node:fs/promises';
import { SettingsError } from '#config/settings.ts';
import { AppError } from '#kernel/errors.ts';
import { parseJson } from '#kernel/parse-json.ts';
import { loadTypes } from './load-types.ts';
import type { ScimTypes } from './scim-types.ts';

const NAME = 'FORMSTEAD_SCIM_SCHEMAS';
const FIX = 'Correct the file and start again.';

/**
 * Returns the SCIM types with the schemas in an operator's file.
 * @throws SettingsError naming every fault of the file
 */
export async function readTypes(path: string | undefined): Promise<ScimTypes> {
  const loaded = loadTypes(path === undefined ? undefined : await readDefinitions(path));
  if (loaded.kind === 'loaded') return loaded.types;
  throw faulty(['The schemas are not valid:', ...loaded.faults].join('\n    '), `\n    ${FIX}`);
}

async function readDefinitions(path: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw faulty(`The file can't be read (${why}).`, 'Name a file that the service may read.');
  }
  try {
    return parseJson(bytes);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw faulty(`${path} can't be used: ${cause.detail.replace('The body', 'it')}`, FIX);
  }
}

/** Returns the error for the setting that names the schemas. */
export const faulty = (problem: string, fix: string): SettingsError =>
  new SettingsError([{ name: NAME, problem, fix }]);
