import { rebuildValues } from '#answer-queries/index.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { record } from '#commands/shell/text.ts';

const TELL_EVERY = 10_000;

export const answersRebuild = command({
  name: 'answers rebuild',
  summary: 'write the values by which answers are found and counted again',
  details:
    'The values are written with each form, and again after an update that makes\n' +
    'other values of an answer. Use this command if searches or counts differ from\n' +
    'the forms. Running nodes can stay up. If it is interrupted, run it again.',
  options: {},
  json: true,
  examples: ['formstead answers rebuild'],
  run: (world) =>
    withExisting(world, async ({ db }) => {
      let told = 0;
      const { forms, changed } = await rebuildValues(db, ({ forms: soFar }) => {
        if (soFar < told + TELL_EVERY) return;
        told = soFar;
        world.stderr.write(`${soFar} forms\n`);
      });
      return {
        data: { forms, changed },
        text: record({ forms: `${forms}`, changed: `${changed}` }),
      };
    }),
});
