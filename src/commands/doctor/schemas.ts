import { hasDatabaseFile, withReader } from '#commands/open-reader.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { SettingsError } from '#config/settings.ts';
import { readSchemaState } from '#db/migrate.ts';
import { counted } from '#kernel/counted.ts';
import { checkStored, readTypes, type ScimTypes } from '#scim/index.ts';
import { type Check, type DoctorContext, type Finding, findingsOf } from './finding.ts';

const { ok, warning, fault, skipped } = findingsOf('schemas');

/** Checks the operator's SCIM schemas, and whether the stored data fits them. */
export const checkSchemas: Check = async (context) => {
  const { schemasFile } = context.settings.provisioning;
  if (schemasFile === undefined) return [ok('the schemas of RFC 7643 only')];
  try {
    const types = await readTypes(schemasFile);
    return [ok(`${schemasFile} can be used`), ...(await checkData(context, types))];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults.map(({ name, problem, fix }) => fault(`${name}: ${problem}`, fix.trim()));
  }
};

async function checkData(
  { world, settings }: DoctorContext,
  types: ScimTypes,
): Promise<readonly Finding[]> {
  if (settings.storage.databaseUrl === undefined && !hasDatabaseFile(settings)) {
    return [skipped('there is no data yet to hold against them')];
  }
  try {
    return await withReader(world, settings, async (reader) => {
      const { pending } = await readSchemaState(reader);
      if (pending.length > 0) return [skipped('the data is not up to date yet')];
      const { uniqueness, misfits, checked } = await checkStored(reader, types);
      return [
        ...uniqueness.map((what) =>
          fault(
            `FORMSTEAD_SCIM_SCHEMAS: ${what}`,
            'change one of the values with the schemas of before, or leave uniqueness out',
          ),
        ),
        ...misfits.map((what) =>
          warning(what, 'write it again over SCIM as the schema has it, or change the schema back'),
        ),
        ...(uniqueness.length + misfits.length === 0
          ? [ok(`the values of ${counted(checked, 'user or group', 'users and groups')} fit them`)]
          : []),
      ];
    });
  } catch (error) {
    return [skipped(`the data can't be held against them: ${explainFailure(error)}`)];
  }
}
