import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { keyData, keysText } from './key-data.ts';

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'end a key and every token made with it, now and on every node',
  details:
    'For a key that leaked. Clients get a 401 and fetch a new token. An active key\n' +
    'gets a successor at once.',
  operands: [{ name: 'KID', description: 'The key id, from keys list.' }],
  options: {},
  json: true,
  examples: ['formstead keys revoke s-2026-11-a1b2'],
  async run(world, args) {
    const keys = await withExisting(world, async ({ ring }) => {
      await ring.revoke(args.operand('KID'), 'command-line');
      return ring.list();
    });
    return { data: keys.map(keyData), text: keysText(keys) };
  },
});
