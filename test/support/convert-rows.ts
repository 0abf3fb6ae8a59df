// Converts sheets that a test writes as tables, without the HTTP service.

import type { JsonObject } from '#kernel/json.ts';
import { reportOnDefinition } from '#questionnaires/definition/check-definition.ts';
import { readFile } from '#template-files/read-file.ts';
import { table, writeWorkbook } from './workbooks.ts';

/** @returns the definition, with all of its calculations */
export async function convertRows(survey: string, choices: string): Promise<JsonObject> {
  const bytes = await writeWorkbook({ survey: table(survey), choices: table(choices) });
  const { definition } = await readFile(bytes);
  return reportOnDefinition(definition).accepted ?? {};
}
