import { samlGuide } from './saml-guide.ts';
import { connectStep, REDIRECT, type SignInGuide, trySignIn, UNREADABLE } from './sign-in-guide.ts';

export const pingfederate: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'You choose both. In the OpenID Connect policy, set sub from the same directory attribute that the provisioning channel maps to externalId. Use an attribute that never changes, such as entryUUID or objectGUID.',
    de: 'Sie bestimmen beides. Setzen Sie sub in der OpenID-Connect-Policy aus demselben Verzeichnisattribut, das der Provisioning-Kanal externalId zuordnet. Verwenden Sie ein Attribut, das sich nie ändert, wie entryUUID oder objectGUID.',
  },
  steps: [
    {
      text: {
        en: 'In PingFederate open `Applications`, `OAuth`, `OpenID Connect Policy Management` and create a policy. Its contract fulfilment sets sub. Formstead reads only the ID token, so select `Include User Info in ID Token` if you use another claim.',
        de: 'Öffnen Sie in PingFederate `Applications`, `OAuth`, `OpenID Connect Policy Management` und legen Sie eine Policy an. Ihr Contract Fulfillment setzt sub. Formstead liest nur das ID-Token; wählen Sie also `Include User Info in ID Token`, wenn Sie einen anderen Claim verwenden.',
      },
    },
    {
      text: {
        en: 'Under `Applications`, `OAuth`, `Clients`, choose `Add Client`. Enter a client ID of your choice, a generated secret and your policy.',
        de: 'Wählen Sie unter `Applications`, `OAuth`, `Clients` die Schaltfläche `Add Client`. Tragen Sie eine Client-ID Ihrer Wahl, ein erzeugtes Secret und Ihre Policy ein.',
      },
      fields: [
        { field: 'Client Authentication', copy: 'Client Secret' },
        { field: 'Redirect URIs', ...REDIRECT },
        { field: 'Allowed Grant Types', copy: 'Authorization Code' },
      ],
    },
    connectStep('https://PINGFEDERATE-BASE-URL', 'sub', 'externalId'),
    trySignIn,
  ],
  saml: samlGuide({
    claim: 'NameID',
    attribute: 'externalId',
    match: {
      en: 'You choose both. Set SAML_SUBJECT from the same directory attribute that the provisioning channel maps to externalId. Use an attribute that never changes, such as entryUUID or objectGUID.',
      de: 'Sie bestimmen beides. Setzen Sie SAML_SUBJECT aus demselben Verzeichnisattribut, das der Provisioning-Kanal externalId zuordnet. Verwenden Sie ein Attribut, das sich nie ändert, wie entryUUID oder objectGUID.',
    },
    steps: [
      {
        text: {
          en: 'In PingFederate, open the SP connection for provisioning (`Applications`, `Integration`, `SP Connections`), and select `Browser SSO Profiles` with SAML 2.0 as well. Its connection ID must be the entity ID of the connection in Formstead.',
          de: 'Öffnen Sie in PingFederate die SP-Connection für das Provisioning (`Applications`, `Integration`, `SP Connections`) und wählen Sie zusätzlich `Browser SSO Profiles` mit SAML 2.0. Ihre Connection-ID muss die Entity-ID der Verbindung in Formstead sein.',
        },
      },
      {
        text: {
          en: 'Under `Browser SSO`, select `SP-Initiated SSO` (for a tile also `IdP-Initiated SSO`), map an adapter, and set SAML_SUBJECT in the contract fulfilment. Enter the single sign-on URL of the connection as assertion consumer service URL with the binding `POST`, allow the binding `Redirect`, and encrypt nothing.',
          de: 'Wählen Sie unter `Browser SSO` das Profil `SP-Initiated SSO` (für eine Kachel auch `IdP-Initiated SSO`), ordnen Sie einen Adapter zu und setzen Sie SAML_SUBJECT im Contract Fulfillment. Tragen Sie die Single-Sign-on-URL der Verbindung als Assertion Consumer Service URL mit dem Binding `POST` ein, erlauben Sie das Binding `Redirect` und verschlüsseln Sie nichts.',
        },
      },
      {
        text: {
          en: 'Under `Credentials`, choose the signing certificate. Activate the connection, and export its metadata from the list of SP connections.',
          de: 'Wählen Sie unter `Credentials` das Signaturzertifikat. Aktivieren Sie die Connection und exportieren Sie ihre Metadaten aus der Liste der SP-Connections.',
        },
        fields: [{ field: 'Signing Algorithm', copy: 'RSA SHA256' }],
      },
      {
        text: {
          en: 'If you use PingOne instead, a SAML application (`Applications`, `Add Application`) signs people in, next to the provisioning connection. Enter `ACS URLs` and `Entity ID`, map saml_subject to the attribute that provisioning sends as externalId, keep RSA_SHA256, and copy the `IDP Metadata URL`.',
          de: 'Verwenden Sie stattdessen PingOne, meldet dort eine SAML-Anwendung (`Applications`, `Add Application`) Personen an, neben der Connection für das Provisioning. Tragen Sie `ACS URLs` und `Entity ID` ein, ordnen Sie saml_subject dem Attribut zu, das das Provisioning als externalId sendet, behalten Sie RSA_SHA256 bei und kopieren Sie die `IDP Metadata URL`.',
        },
      },
    ],
  }),
  errors: [
    {
      shown: 'invalid redirect_uri',
      means: {
        en: 'The redirect URI of the client differs.',
        de: 'Die Redirect-URI des Clients weicht ab.',
      },
    },
    {
      shown: 'unauthorized_client',
      means: {
        en: 'The client may not use `Authorization Code`.',
        de: 'Der Client darf `Authorization Code` nicht verwenden.',
      },
    },
    {
      shown: 'invalid_client',
      means: {
        en: 'The client ID or the client secret is wrong.',
        de: 'Die Client-ID oder das Client-Secret ist falsch.',
      },
    },
    {
      shown: UNREADABLE,
      means: {
        en: 'The issuer is not the base URL that PingFederate reports, or it is a private address.',
        de: 'Der Issuer ist nicht die Basis-URL, die PingFederate angibt, oder er ist eine private Adresse.',
      },
    },
  ],
};
