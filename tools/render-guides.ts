// Renders docs/guides: the steps of the Provisioning page, for people who have no access to it yet.
import { ATTRIBUTES, type MappedAttribute } from '#web/guides/attributes.ts';
import { type Field, fillIn, type Guide, type Own, type Step } from '#web/guides/guide.ts';
import { GUIDES } from '#web/guides/index.ts';
import { SIGN_IN_GUIDES } from '#web/guides/sign-in/index.ts';
import { OWN_ERRORS, type SignInError } from '#web/guides/sign-in/sign-in-guide.ts';

const SERVICE = {
  baseUrl: 'https://forms.example.com/scim/v2',
  tokenUrl: 'https://forms.example.com/connect/token',
  redirectUri: 'https://forms.example.com/app/v1/sso/callback',
  signInUrl: 'https://forms.example.com/sign-in',
};
const OWN: Readonly<Record<Own, string>> = {
  token: 'the provisioning token',
  clientId: 'the client ID',
  clientSecret: 'the client secret',
};
const KEPT = {
  stored: 'yes',
  'kept-secret': 'as a hash',
  ignored: 'no',
} satisfies Record<MappedAttribute['kept'], string>;

/** Renders docs/guides/<id>.md, in English. */
export function renderGuide({ id, name, proof, steps, notes }: Guide): string {
  return [
    `# Connect ${name}`,
    'Generated from `web/src/guides` by `npm run generate`. The Provisioning page of the app shows the same steps in your language and with your addresses. In this document, the service is `https://forms.example.com`.',
    `**Authentication method.** ${proof.en}`,
    '## Steps',
    steps.map(renderStep).join('\n'),
    '## Notes',
    notes.map((note) => `- ${note.en}`).join('\n'),
    renderSignIn({ id, name }),
    '## Attributes',
    renderAttributes({ id, name }),
    '',
  ].join('\n\n');
}

/** Renders how people sign in with the identity provider. */
function renderSignIn({ id, name }: Pick<Guide, 'id' | 'name'>): string {
  const { claim, attribute, match, steps, saml, errors } = SIGN_IN_GUIDES[id];
  return [
    `## Sign in with ${name}`,
    `**User matching.** Formstead signs in the one user whose \`${attribute}\` equals the claim \`${claim}\` of the ID token. ${match.en}`,
    steps.map(renderStep).join('\n'),
    saml.apart ? '### By SAML' : '### One app, by SAML',
    `${saml.apart?.en ?? 'One app can provision people and sign them in, by SAML 2.0 instead of OpenID Connect.'} **User matching.** Formstead signs in the one user whose \`${saml.attribute}\` equals \`${saml.claim}\` of the assertion. ${saml.match.en}`,
    saml.steps.map(renderStep).join('\n'),
    `### Errors from ${name}`,
    errors.map(renderError).join('\n'),
    '### Errors from Formstead',
    OWN_ERRORS.map(renderError).join('\n'),
  ].join('\n\n');
}

const renderError = ({ shown, means }: SignInError): string =>
  `- **${typeof shown === 'string' ? shown : shown.en}**: ${means.en}`;

/** Renders docs/guides/README.md: the list of guides. */
export function renderGuideList(): string {
  const guides = Object.values(GUIDES).map(
    ({ id, name, proof }) => `| [${name}](${id}.md) | ${proof.en} |`,
  );
  return [
    '# Connecting identity providers',
    'Your identity provider manages users and groups in Formstead over SCIM 2.0. You can connect any identity provider that supports SCIM 2.0 with the base URL from the Provisioning page and a provisioning token. These have a guide:',
    'Each guide also explains single sign-on with OpenID Connect and with SAML 2.0: provisioning creates the users, and single sign-on matches them by an attribute that provisioning sent.',
    ['| Identity provider | Authentication method |', '| --- | --- |', ...guides].join('\n'),
    'Generated from `web/src/guides` by `npm run generate`.',
    '',
  ].join('\n\n');
}

function renderStep({ text, fields = [] }: Step, index: number): string {
  return [`${index + 1}. ${text.en}`, ...fields.map(renderField)].join('\n');
}

function renderField(field: Field): string {
  const label = `   - **${field.field}**: `;
  if ('own' in field) return label + OWN[field.own];
  const text = fillIn(field.copy, SERVICE);
  if (field.block !== true) return `${label}\`${text}\``;
  const lines = ['```json', ...text.split('\n'), '```'].map((line) => `     ${line}`);
  return [label.trimEnd(), '', ...lines].join('\n');
}

function renderAttributes({ id, name }: Pick<Guide, 'id' | 'name'>): string {
  const rows = ATTRIBUTES.map(
    ({ resourceType, path, here, kept, from }) =>
      `| ${resourceType} | \`${path}\` | ${here.en} | ${from[id] ?? 'your choice'} | ${KEPT[kept]} |`,
  );
  return [
    `| Type | SCIM attribute | In Formstead | Default in ${name} | Stored |`,
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
