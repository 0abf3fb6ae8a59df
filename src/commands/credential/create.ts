import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { type Answer, type Arguments, command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { record } from '#commands/shell/text.ts';
import { chooseUser } from '#commands/user/choose-user.ts';
import type { ClientKeys } from '#credentials/index.ts';
import type { Services } from '#services.ts';
import { newProvisioningAnswer, newSecretAnswer } from './new-secret.ts';
import {
  EXPIRES_OPTION,
  JWKS_OPTIONS,
  LABEL_OPTION,
  NETWORKS_OPTION,
  RIGHTS_OPTION,
  readKeySource,
  secondsOf,
  splitList,
} from './options.ts';

const OPTIONS = {
  user: { value: 'USER', description: 'The user that it acts as: a userName or id.' },
  provisioning: {
    description: 'Create a token for SCIM only, which acts as no user. Needs --expires.',
  },
  name: { value: 'NAME', description: 'Its purpose. If omitted, the userName.' },
  rights: RIGHTS_OPTION,
  'allow-ip': NETWORKS_OPTION,
  label: LABEL_OPTION,
  expires: EXPIRES_OPTION,
  ...JWKS_OPTIONS,
  issuer: {
    value: 'URL',
    description: 'The issuer that signs its assertions (iss). Needs --jwks-url.',
  },
  subject: { value: 'TEXT', description: 'Its name at the issuer (sub).' },
  audience: { value: 'TEXT', description: 'The audience of the assertions (aud).' },
  account: ACCOUNT_OPTION,
} as const;

type Given = Arguments<keyof typeof OPTIONS>;

export const credentialCreate = command({
  name: 'credential create',
  summary: 'create an API credential or a provisioning token',
  details:
    'With --user, the credential acts as this user and may do what the user may do.\n' +
    'You can limit it to some rights. It authenticates with a client secret, which is\n' +
    'printed once and stored only as a hash. Or it authenticates with signatures\n' +
    '(private_key_jwt): --jwks-file or --jwks-url then names its keys. Or it\n' +
    'authenticates with assertions of an issuer: --issuer, --subject and --audience\n' +
    'are then needed as well.\n' +
    '\n' +
    'With --provisioning, the command creates a static token for identity providers\n' +
    'without OAuth. It is printed once, allows SCIM only, and always expires.',
  options: OPTIONS,
  json: true,
  examples: [
    'formstead credential create --user ada@example.org --name "Nightly export" --json',
    'formstead credential create --user ada@example.org --jwks-file public-keys.json',
    'formstead credential create --provisioning --name Okta --expires 365d',
  ],
  async run(world, args) {
    checkTogether(args);
    return withExisting(world, (services) =>
      args.flag('provisioning') ? createProvisioning(services, args) : createClient(services, args),
    );
  },
});

const FOR_CLIENTS = ['user', 'rights', 'jwks-file', 'jwks-url', 'issuer'] as const;
const FEDERATED = ['issuer', 'subject', 'audience'] as const;

/** @throws UsageError for options that can't be combined. */
function checkTogether(args: Given): void {
  const isGiven = (name: keyof typeof OPTIONS): boolean => args.text(name) !== undefined;
  if (args.flag('provisioning')) {
    const wrong = FOR_CLIENTS.find(isGiven);
    if (wrong) throw new UsageError(`--${wrong} does not go with --provisioning.`);
    if (!isGiven('expires')) throw new UsageError('--provisioning needs --expires TIME.');
    return;
  }
  if (!isGiven('user')) throw new UsageError('Give --user USER, or --provisioning.');
  const hasKeys = isGiven('jwks-file') || isGiven('jwks-url');
  const ofSecrets = (['label', 'expires'] as const).find(isGiven);
  if (hasKeys && ofSecrets) {
    throw new UsageError(`--${ofSecrets} is about a secret, and there is none with keys.`);
  }
  const named = FEDERATED.filter(isGiven);
  if (named.length > 0 && (named.length < FEDERATED.length || !isGiven('jwks-url'))) {
    throw new UsageError('--issuer, --subject, --audience and --jwks-url go together.');
  }
}

async function createProvisioning(services: Services, args: Given): Promise<Answer> {
  const { db, credentials } = services;
  const account = await chooseAccount(services, args.text('account'));
  const input = {
    name: args.text('name') ?? 'Provisioning',
    allowedNetworks: splitList(args.text('allow-ip')),
    label: args.text('label'),
    expiresInSeconds: secondsOf(args.text('expires')) ?? 0,
  };
  const made = await db.transaction((tx) =>
    credentials.createProvisioning(tx, commandLineActor(account), input),
  );
  return newProvisioningAnswer(made);
}

async function createClient(services: Services, args: Given): Promise<Answer> {
  const { db, credentials } = services;
  const keys = await readKeys(args);
  const account = await chooseAccount(services, args.text('account'));
  const user = await chooseUser(services, account, args.required('user'));
  const actor = commandLineActor(account);
  const client = {
    name: args.text('name') ?? user.userName,
    actsAsUserId: user.id,
    rights: splitList(args.text('rights')),
    allowedNetworks: splitList(args.text('allow-ip')),
  };
  if (keys) {
    const input = { ...client, keys };
    const made = await db.transaction((tx) => credentials.createWithKeys(tx, actor, input));
    const text = record({ 'client id': made.credentialId });
    return { data: { clientId: made.credentialId }, text };
  }
  const secret = {
    label: args.text('label'),
    expiresInSeconds: secondsOf(args.text('expires')),
  };
  return newSecretAnswer(
    await db.transaction((tx) => credentials.create(tx, actor, { ...client, ...secret })),
  );
}

async function readKeys(args: Given): Promise<ClientKeys | undefined> {
  const source = await readKeySource(args);
  const [issuer, subject, audience] = FEDERATED.map((name) => args.text(name));
  const isFederated = issuer !== undefined && subject !== undefined && audience !== undefined;
  if (isFederated && source && 'jwksUrl' in source) {
    return { kind: 'federated-identity', issuer, subject, audience, source };
  }
  return source && { kind: 'private-key-jwt', source };
}
