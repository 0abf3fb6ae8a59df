import { connectStep, REDIRECT, type SignInGuide, trySignIn, UNREADABLE } from './sign-in-guide.ts';

export const keycloak: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'Both are the id of the person in the realm: the SCIM extension sends it as externalId.',
    de: 'Beides ist die ID der Person im Realm: Die SCIM-Erweiterung schickt sie als externalId.',
  },
  steps: [
    {
      text: {
        en: 'In the admin console of the realm open `Clients`, `Create client`, choose `OpenID Connect` and a client id, and switch on `Client authentication` and `Standard flow`.',
        de: 'Öffnen Sie in der Verwaltung des Realms `Clients`, `Create client`, wählen Sie `OpenID Connect` und eine Client-ID und schalten Sie `Client authentication` und `Standard flow` ein.',
      },
      fields: [{ field: 'Valid redirect URIs', ...REDIRECT }],
    },
    {
      text: {
        en: 'On the `Credentials` tab keep `Client Id and Secret`, and copy the client secret.',
        de: 'Lassen Sie im Reiter `Credentials` `Client Id and Secret` und kopieren Sie das Client-Secret.',
      },
    },
    connectStep('https://KEYCLOAK/realms/REALM', 'sub', 'externalId'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'Invalid parameter: redirect_uri',
      means: {
        en: 'The redirect URI of the client differs. A wildcard lets in more than is meant: enter it as it is.',
        de: 'Die Redirect URI des Clients weicht ab. Ein Platzhalter lässt mehr zu als gewollt: Tragen Sie sie genau ein.',
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
        en: 'The issuer names another host than Keycloak calls itself by, lacks the realm, or is a private address.',
        de: 'Der Issuer nennt einen anderen Host, als Keycloak selbst angibt, es fehlt der Realm, oder er ist eine private Adresse.',
      },
    },
  ],
};
