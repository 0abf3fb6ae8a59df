import { commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { CREDENTIAL_ACCOUNT, CREDENTIAL_OPERAND, chooseCredential } from './choose-credential.ts';
import { credentialData, credentialText } from './credential-data.ts';
import {
  JWKS_OPTIONS,
  NETWORKS_OPTION,
  RIGHTS_OPTION,
  readKeySource,
  splitList,
} from './options.ts';

export const credentialChange = command({
  name: 'credential change',
  summary: 'change rights, networks, keys or the audience of an API credential',
  details:
    'Takes effect with the next request, on every node. Keys are replaced as a whole,\n' +
    'and removing a key revokes the tokens. To rotate a key, first add the new one.',
  operands: [CREDENTIAL_OPERAND],
  options: {
    rights: { ...RIGHTS_OPTION, description: `${RIGHTS_OPTION.description} Or: all.` },
    'allow-ip': { ...NETWORKS_OPTION, description: `${NETWORKS_OPTION.description} Or: any.` },
    ...JWKS_OPTIONS,
    'token-endpoint-audience': {
      value: 'yes|no',
      description:
        'Whether its assertions may have the token endpoint as audience, with a lifetime of ten minutes.',
    },
    account: CREDENTIAL_ACCOUNT,
  },
  json: true,
  examples: [
    'formstead credential change exampleltd-019aa001-7a10-7c11-8d22-5e6f70819203 --allow-ip 192.0.2.0/24',
  ],
  async run(world, args) {
    const keys = await readKeySource(args);
    const rights = listUnless('all', args.text('rights'));
    const allowedNetworks = listUnless('any', args.text('allow-ip'));
    const tokenEndpointAudience = yesOrNo(args.text('token-endpoint-audience'));
    const change = { rights, allowedNetworks, keys, tokenEndpointAudience };
    if (Object.values(change).every((value) => value === undefined)) {
      throw new UsageError(
        'Say what to change: --rights, --allow-ip, --jwks-file, --jwks-url or --token-endpoint-audience.',
      );
    }
    const { credential } = await withExisting(world, async (services) => {
      const { account, credential: before } = await chooseCredential(services, args);
      await services.db.transaction((tx) =>
        services.credentials.change(tx, commandLineActor(account), before.id, change),
      );
      return chooseCredential(services, args);
    });
    return { data: credentialData(credential), text: credentialText(credential) };
  },
});

/** @throws UsageError for any other word. */
function yesOrNo(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new UsageError('--token-endpoint-audience is yes or no.');
}

/** Returns the items of a list, or null for the word that removes the limit. */
const listUnless = (
  word: string,
  text: string | undefined,
): readonly string[] | null | undefined => (text === word ? null : splitList(text));
