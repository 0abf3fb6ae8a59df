import { withReader } from '#commands/open-reader.ts';
import { findForeignSchema } from '#commands/schema/find-foreign-schema.ts';
import type { World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import { readSchemaState } from '#db/migrate.ts';

/** @throws CommandFailure unless the schema is the one of this version, and nobody has changed it */
export async function requireCurrent(world: World, settings: Settings): Promise<void> {
  const { state, differences } = await withReader(world, settings, async (reader) => ({
    state: await readSchemaState(reader),
    differences: await findForeignSchema(reader),
  }));
  if (state.foreign.length > 0) {
    throw new CommandFailure(
      `The data is of a newer version of Formstead (it has ${state.foreign.join(', ')}): use that version.`,
    );
  }
  if (state.pending.length > 0) {
    throw new CommandFailure('The schema is of an older version. Run formstead migrate first.');
  }
  if (differences.length > 0) {
    throw new CommandFailure(`The schema was not made by Formstead: ${differences.join(', ')}.`);
  }
}
