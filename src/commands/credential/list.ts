import { ACCOUNT_OPTION, chooseAccount } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { AFTER_OPTION } from '#commands/paging.ts';
import { command } from '#commands/shell/command.ts';
import { isoTime, table } from '#commands/shell/text.ts';
import { actsAsText, credentialData } from './credential-data.ts';

const PAGE = 100;

export const credentialList = command({
  name: 'credential list',
  summary: `list API credentials, oldest first, ${PAGE} at a time`,
  options: { after: AFTER_OPTION, account: ACCOUNT_OPTION },
  json: true,
  examples: ['formstead credential list'],
  async run(world, args) {
    const page = await withExisting(world, async (services) => {
      const { db, credentials } = services;
      const { id } = await chooseAccount(services, args.text('account'));
      const after = args.text('after') ?? '';
      return credentials.list(db.reader, id, { after, limit: PAGE });
    });
    const next = page.length === PAGE ? page.at(-1)?.id : undefined;
    const rows = page.map((credential) => [
      credential.id,
      credential.name,
      actsAsText(credential),
      credential.state,
      String(credential.secrets.filter(({ state }) => state === 'live').length),
      isoTime(credential.lastUsedAt) ?? 'never',
    ]);
    const heading = ['CLIENT ID', 'NAME', 'ACTS AS', 'STATE', 'LIVE SECRETS', 'LAST USED'];
    const hint = next === undefined ? '' : `\n\nThere may be more: --after ${next}`;
    return {
      data: { credentials: page.map(credentialData), next },
      text: table(heading, rows) + hint,
    };
  },
});
