import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const okta: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'Both are the Okta id of the person: provisioning sends it as externalId by itself.',
    de: 'Beides ist die Okta-ID der Person: Das Provisioning schickt sie von selbst als externalId.',
  },
  steps: [
    {
      text: {
        en: 'In the Okta admin console open `Applications`, `Create App Integration`, and choose `OIDC - OpenID Connect` and `Web Application`. It is another integration than the one that provisions: OpenID Connect integrations can’t do SCIM.',
        de: 'Öffnen Sie in der Okta-Konsole `Applications`, `Create App Integration` und wählen Sie `OIDC - OpenID Connect` und `Web Application`. Das ist eine andere Integration als die für das Provisioning: Integrationen mit OpenID Connect können kein SCIM.',
      },
      fields: [
        { field: 'Grant type', copy: 'Authorization Code' },
        { field: 'Sign-in redirect URIs', ...REDIRECT },
      ],
    },
    {
      text: {
        en: 'Under `Assignments` choose who may sign in: the same people and groups as in the integration that provisions.',
        de: 'Wählen Sie unter `Assignments`, wer sich anmelden darf: dieselben Personen und Gruppen wie in der Integration für das Provisioning.',
      },
    },
    {
      text: {
        en: 'On the `General` tab, copy the client id and the client secret. On `Sign On`, look which issuer is set: the Okta address or your own domain.',
        de: 'Kopieren Sie im Reiter `General` Client-ID und Client-Secret. Sehen Sie unter `Sign On` nach, welcher Issuer gilt: die Adresse von Okta oder Ihre eigene Domain.',
      },
    },
    connectStep('https://YOUR-ORG.okta.com', 'sub', 'externalId'),
    trySignIn,
  ],
  errors: [
    {
      shown: "The 'redirect_uri' parameter must be a Login redirect URI",
      means: {
        en: 'The redirect URI is missing in the integration, or differs in a letter.',
        de: 'Die Redirect URI fehlt in der Integration oder weicht in einem Zeichen ab.',
      },
    },
    {
      shown: 'User is not assigned to the client application',
      means: {
        en: 'Assign the person to this integration, too. It arrives here as `access_denied`.',
        de: 'Weisen Sie die Person auch dieser Integration zu. Hier kommt es als `access_denied` an.',
      },
    },
    {
      shown: 'The authorization server id is invalid',
      means: {
        en: 'The issuer names an authorization server that your organisation does not have. Leave out `/oauth2/default`.',
        de: 'Der Issuer nennt einen Authorization Server, den Ihre Organisation nicht hat. Lassen Sie `/oauth2/default` weg.',
      },
    },
    {
      shown: 'invalid_client',
      means: {
        en: 'The client id is unknown or the client secret is wrong or was deactivated in Okta.',
        de: 'Die Client-ID ist unbekannt, oder das Client-Secret ist falsch oder wurde in Okta deaktiviert.',
      },
    },
  ],
};
