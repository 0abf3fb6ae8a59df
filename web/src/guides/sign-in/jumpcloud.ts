import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const jumpcloud: SignInGuide = {
  claim: 'scim_user_name',
  attribute: 'userName',
  match: {
    en: 'You name the claim yourself: map it to the JumpCloud attribute that provisioning sends as userName. Which one that is, the provisioning log shows with the first person.',
    de: 'Den Claim benennen Sie selbst: Ordnen Sie ihn dem JumpCloud-Attribut zu, das das Provisioning als userName schickt. Welches das ist, zeigt das Provisioning-Protokoll bei der ersten Person.',
  },
  steps: [
    {
      text: {
        en: 'In the JumpCloud admin portal open `SSO Applications`, `Add New Application`, `Custom Application`, and choose `Manage Single Sign-On` and `Configure SSO with OIDC`.',
        de: 'Öffnen Sie im JumpCloud-Adminportal `SSO Applications`, `Add New Application`, `Custom Application` und wählen Sie `Manage Single Sign-On` und `Configure SSO with OIDC`.',
      },
    },
    {
      text: {
        en: 'On its `SSO` tab fill in the fields. Formstead sends the secret in the body.',
        de: 'Füllen Sie im Reiter `SSO` die Felder aus. Formstead schickt das Secret im Body.',
      },
      fields: [
        { field: 'Redirect URIs', ...REDIRECT },
        { field: 'Client Authentication Type', copy: 'Client Secret POST' },
        { field: 'Login URL', copy: '{signInUrl}' },
      ],
    },
    {
      text: {
        en: 'Under `Attribute Mapping` add a user attribute: the name of the claim, and the JumpCloud attribute that is sent as userName.',
        de: 'Ergänzen Sie unter `Attribute Mapping` ein Benutzerattribut: den Namen des Claims und das JumpCloud-Attribut, das als userName geschickt wird.',
      },
      fields: [{ field: 'Service Provider Attribute Name', copy: 'scim_user_name' }],
    },
    {
      text: {
        en: 'Choose `Activate` and copy the client id and the client secret, which is shown once. On `User Groups`, tick the groups that may sign in.',
        de: 'Wählen Sie `Activate` und kopieren Sie Client-ID und Client-Secret, das nur einmal gezeigt wird. Haken Sie unter `User Groups` die Gruppen an, die sich anmelden dürfen.',
      },
    },
    connectStep('https://oauth.id.jumpcloud.com/', 'scim_user_name', 'userName'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'invalid_client',
      means: {
        en: 'The client authentication type is not `Client Secret POST`, or the secret was made anew.',
        de: 'Der Client Authentication Type ist nicht `Client Secret POST`, oder das Secret wurde erneuert.',
      },
    },
    {
      shown: 'invalid_request',
      means: {
        en: 'The redirect URI is not among those of the application.',
        de: 'Die Redirect URI steht nicht in der Anwendung.',
      },
    },
    {
      shown: 'access_denied',
      means: {
        en: 'The person is in none of the groups that are ticked.',
        de: 'Die Person ist in keiner der angehakten Gruppen.',
      },
    },
  ],
};
