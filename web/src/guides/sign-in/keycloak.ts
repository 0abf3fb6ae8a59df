import { samlGuide } from './saml-guide.ts';
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
  saml: samlGuide({
    claim: 'user_id',
    attribute: 'externalId',
    match: {
      en: 'Both are the ID of the person in the realm. The SCIM extension sends it as externalId, and the mapper of the client as an attribute.',
      de: 'Beides ist die ID der Person im Realm. Die SCIM-Erweiterung sendet sie als externalId, der Mapper des Clients als Attribut.',
    },
    steps: [
      {
        text: {
          en: 'In the admin console of the realm, open `Clients`, `Create client`, and choose the client type `SAML`. Enter the entity ID of the connection as `Client ID`, and its single sign-on URL under `Valid redirect URIs`. Provisioning belongs to the realm, so this is the only client that you need.',
          de: 'Öffnen Sie in der Verwaltung des Realms `Clients`, `Create client` und wählen Sie den Client-Typ `SAML`. Tragen Sie die Entity-ID der Verbindung als `Client ID` ein und ihre Single-Sign-on-URL unter `Valid redirect URIs`. Das Provisioning gehört zum Realm, deshalb brauchen Sie nur diesen Client.',
        },
      },
      {
        text: {
          en: 'On the `Keys` tab, turn off `Client signature required`: Formstead does not sign its requests. Leave `Encrypt assertions` off.',
          de: 'Schalten Sie im Reiter `Keys` die Option `Client signature required` aus: Formstead signiert seine Anfragen nicht. Lassen Sie `Encrypt assertions` ausgeschaltet.',
        },
      },
      {
        text: {
          en: 'Open the dedicated scope of the client under `Client scopes`, and add a mapper of the type `User Property`. If its list does not offer the property, type it.',
          de: 'Öffnen Sie unter `Client scopes` den eigenen Scope des Clients und ergänzen Sie einen Mapper vom Typ `User Property`. Bietet die Liste die Eigenschaft nicht an, geben Sie sie ein.',
        },
        fields: [
          { field: 'Property', copy: 'id' },
          { field: 'SAML Attribute Name', copy: 'user_id' },
        ],
      },
      {
        text: {
          en: 'Use this address for the metadata, with your own values for the words in capitals.',
          de: 'Verwenden Sie diese Adresse für die Metadaten, mit Ihren eigenen Werten für die Wörter in Großbuchstaben.',
        },
        fields: [
          {
            field: 'Metadata',
            copy: 'https://KEYCLOAK/realms/REALM/protocol/saml/descriptor',
          },
        ],
      },
    ],
  }),
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
