import { connectStep, REDIRECT, type SignInGuide, trySignIn, UNREADABLE } from './sign-in-guide.ts';

export const keycloak: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'Both are the ID of the person in the realm. The SCIM extension sends it as externalId.',
    de: 'Beides ist die ID der Person im Realm. Die SCIM-Erweiterung sendet sie als externalId.',
  },
  steps: [
    {
      text: {
        en: 'In the admin console of the realm open `Clients`, `Create client`, choose `OpenID Connect` and a client ID, and turn on `Client authentication` and `Standard flow`.',
        de: 'Öffnen Sie in der Verwaltung des Realms `Clients`, `Create client`, wählen Sie `OpenID Connect` und eine Client-ID und schalten Sie `Client authentication` und `Standard flow` ein.',
      },
      fields: [{ field: 'Valid redirect URIs', ...REDIRECT }],
    },
    {
      text: {
        en: 'On the `Credentials` tab keep `Client Id and Secret`, and copy the client secret.',
        de: 'Behalten Sie im Reiter `Credentials` die Auswahl `Client Id and Secret` bei und kopieren Sie das Client-Secret.',
      },
    },
    connectStep('https://KEYCLOAK/realms/REALM', 'sub', 'externalId'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'Invalid parameter: redirect_uri',
      means: {
        en: 'The redirect URI of the client differs. Enter it exactly, because a wildcard allows other addresses too.',
        de: 'Die Redirect-URI des Clients weicht ab. Tragen Sie sie genau ein, denn ein Platzhalter erlaubt auch andere Adressen.',
      },
    },
    {
      shown: 'unauthorized_client',
      means: {
        en: 'The secret is wrong, or `Client authentication` or `Standard flow` is off.',
        de: 'Das Secret ist falsch, oder `Client authentication` oder `Standard flow` ist aus.',
      },
    },
    {
      shown: UNREADABLE,
      means: {
        en: 'The host in the issuer is not the one that Keycloak reports, the realm is missing, or the issuer is a private address.',
        de: 'Der Host im Issuer ist nicht der, den Keycloak angibt, der Realm fehlt, oder der Issuer ist eine private Adresse.',
      },
    },
  ],
};
