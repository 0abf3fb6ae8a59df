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
