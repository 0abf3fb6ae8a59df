import { connectStep, REDIRECT, type SignInGuide, trySignIn, UNREADABLE } from './sign-in-guide.ts';

export const pingfederate: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'You decide both: fulfil sub in the OpenID Connect policy from the same attribute of your directory that the channel of provisioning maps to externalId, one that never changes such as entryUUID or objectGUID.',
    de: 'Sie bestimmen beides: Füllen Sie sub in der OpenID-Connect-Policy aus demselben Attribut Ihres Verzeichnisses, das der Kanal des Provisionings externalId zuordnet, am besten einem, das sich nie ändert, wie entryUUID oder objectGUID.',
  },
  steps: [
    {
      text: {
        en: 'In PingFederate open `Applications`, `OAuth`, `OpenID Connect Policy Management` and make a policy. Its contract fulfilment decides what sub is; only the ID token is read here, so tick `Include User Info in ID Token` if you use another claim.',
        de: 'Öffnen Sie in PingFederate `Applications`, `OAuth`, `OpenID Connect Policy Management` und legen Sie eine Policy an. Ihr Contract Fulfillment bestimmt, was sub ist; gelesen wird hier nur das ID-Token, haken Sie also `Include User Info in ID Token` an, wenn Sie einen anderen Claim verwenden.',
      },
    },
    {
      text: {
        en: 'Under `Applications`, `OAuth`, `Clients`, choose `Add Client` and fill it in with a client id of your choice, a generated secret and your policy.',
        de: 'Wählen Sie unter `Applications`, `OAuth`, `Clients` `Add Client` und füllen Sie ihn aus, mit einer Client-ID Ihrer Wahl, einem erzeugten Secret und Ihrer Policy.',
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
  errors: [
    {
      shown: 'invalid redirect_uri',
      means: {
        en: 'The redirect URI of the client differs.',
        de: 'Die Redirect URI des Clients weicht ab.',
      },
    },
    {
      shown: 'unauthorized_client',
      means: {
        en: 'The client may not use `Authorization Code`.',
        de: 'Der Client darf `Authorization Code` nicht benutzen.',
      },
    },
    {
      shown: 'invalid_client',
      means: {
        en: 'The client id or the secret is another one.',
        de: 'Client-ID oder Secret sind andere.',
      },
    },
    {
      shown: UNREADABLE,
      means: {
        en: 'The issuer is not the base URL that PingFederate calls itself by, or it is a private address.',
        de: 'Der Issuer ist nicht die Basis-URL, mit der PingFederate sich nennt, oder eine private Adresse.',
      },
    },
  ],
};
