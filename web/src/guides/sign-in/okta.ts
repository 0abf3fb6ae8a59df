import { oktaSaml } from './saml-guide.ts';
import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const okta: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'Both are the Okta ID of the person. Provisioning sends it as externalId by default.',
    de: 'Beides ist die Okta-ID der Person. Das Provisioning sendet sie standardmäßig als externalId.',
  },
  steps: [
    {
      text: {
        en: 'In the Okta admin console open `Applications`, `Create App Integration`, and choose `OIDC - OpenID Connect` and `Web Application`. You need this in addition to the integration for provisioning, because OpenID Connect integrations don’t support SCIM.',
        de: 'Öffnen Sie in der Okta-Konsole `Applications`, `Create App Integration` und wählen Sie `OIDC - OpenID Connect` und `Web Application`. Sie brauchen diese zusätzlich zur Integration für das Provisioning, weil Integrationen mit OpenID Connect kein SCIM unterstützen.',
      },
      fields: [
        { field: 'Grant type', copy: 'Authorization Code' },
        { field: 'Sign-in redirect URIs', ...REDIRECT },
      ],
    },
    {
      text: {
        en: 'Under `Assignments`, choose the people and groups that may sign in. They must be the same as in the integration for provisioning.',
        de: 'Wählen Sie unter `Assignments` die Personen und Gruppen, die sich anmelden dürfen: dieselben wie in der Integration für das Provisioning.',
      },
    },
    {
      text: {
        en: 'On the `General` tab, copy the client ID and the client secret. On `Sign On`, check which issuer is set: the Okta address or your own domain.',
        de: 'Kopieren Sie im Reiter `General` Client-ID und Client-Secret. Prüfen Sie unter `Sign On`, welcher Issuer eingestellt ist: die Adresse von Okta oder Ihre eigene Domain.',
      },
    },
    connectStep('https://YOUR-ORG.okta.com', 'sub', 'externalId'),
    trySignIn,
  ],
  saml: oktaSaml,
  errors: [
    {
      shown: "The 'redirect_uri' parameter must be a Login redirect URI",
      means: {
        en: 'The redirect URI is missing in the integration, or differs by a character.',
        de: 'Die Redirect-URI fehlt in der Integration oder weicht in einem Zeichen ab.',
      },
    },
    {
      shown: 'User is not assigned to the client application',
      means: {
        en: 'Assign the person to this integration, too. Formstead shows this error as `access_denied`.',
        de: 'Weisen Sie die Person auch dieser Integration zu. In Formstead erscheint dieser Fehler als `access_denied`.',
      },
    },
    {
      shown: 'The authorization server id is invalid',
      means: {
        en: 'Your organisation does not have the authorization server in the issuer. Remove `/oauth2/default`.',
        de: 'Ihre Organisation hat den Authorization Server im Issuer nicht. Entfernen Sie `/oauth2/default`.',
      },
    },
    {
      shown: 'invalid_client',
      means: {
        en: 'The client ID is unknown, or the client secret is wrong or was deactivated in Okta.',
        de: 'Die Client-ID ist unbekannt, oder das Client-Secret ist falsch oder wurde in Okta deaktiviert.',
      },
    },
  ],
};
