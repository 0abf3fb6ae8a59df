import { entraSaml } from './saml-guide.ts';
import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const entra: SignInGuide = {
  claim: 'oid',
  attribute: 'externalId',
  match: {
    en: 'oid is the object ID of the person in your tenant. Provisioning must send it, so map externalId to objectId before you provision people. sub does not work, because it differs for each application.',
    de: 'oid ist die Objekt-ID der Person in Ihrem Tenant. Das Provisioning muss sie senden: Ordnen Sie externalId dem Attribut objectId zu, bevor Sie Personen provisionieren. sub eignet sich nicht, weil der Wert bei jeder Anwendung anders ist.',
  },
  steps: [
    {
      text: {
        en: 'In the Entra admin center open `App registrations`, `New registration`. Choose accounts in this organizational directory only, and under `Redirect URI` the platform `Web`.',
        de: 'Öffnen Sie im Entra Admin Center `App registrations`, `New registration`. Wählen Sie nur Konten dieses Verzeichnisses und unter `Redirect URI` die Plattform `Web`.',
      },
      fields: [{ field: 'Redirect URI', ...REDIRECT }],
    },
    {
      text: {
        en: 'On `Overview`, copy the application (client) ID and the directory (tenant) ID.',
        de: 'Kopieren Sie auf `Overview` die Application (client) ID und die Directory (tenant) ID.',
      },
    },
    {
      text: {
        en: 'Under `Certificates & secrets`, `New client secret`, copy the `Value`, which Entra shows only once. The `Secret ID` next to it is not the secret.',
        de: 'Kopieren Sie unter `Certificates & secrets`, `New client secret` den `Value`, den Entra nur einmal anzeigt. Die `Secret ID` daneben ist nicht das Secret.',
      },
    },
    {
      text: {
        en: 'To limit access to some people, open the same application under `Enterprise applications`, turn on `Assignment required?` in its `Properties`, and assign people or groups.',
        de: 'Um den Zugang auf einige Personen zu beschränken, öffnen Sie dieselbe Anwendung unter `Enterprise applications`, schalten Sie in `Properties` `Assignment required?` ein und weisen Sie Personen oder Gruppen zu.',
      },
    },
    {
      text: {
        en: 'Under `Token configuration`, `Add optional claim`, choose the token type `ID` and `auth_time`. Without this claim, people can’t confirm a sensitive action with Entra.',
        de: 'Wählen Sie unter `Token configuration`, `Add optional claim` den Tokentyp `ID` und `auth_time`. Ohne diesen Claim lassen sich sensible Aktionen nicht mit Entra bestätigen.',
      },
    },
    connectStep('https://login.microsoftonline.com/TENANT-ID/v2.0', 'oid', 'externalId'),
    trySignIn,
  ],
  saml: entraSaml,
  errors: [
    {
      shown: 'AADSTS50011',
      means: {
        en: 'The redirect URI is not registered, or not for the platform `Web`.',
        de: 'Die Redirect-URI ist nicht eingetragen oder nicht für die Plattform `Web`.',
      },
    },
    {
      shown: 'AADSTS7000215',
      means: {
        en: 'The client secret is wrong. Often the `Secret ID` was entered instead of the `Value`.',
        de: 'Das Client-Secret ist falsch. Oft wurde die `Secret ID` statt des `Value` eingetragen.',
      },
    },
    {
      shown: 'AADSTS7000222',
      means: {
        en: 'The client secret has expired. Create a new one and enter it in Formstead. Entra does not announce the expiry.',
        de: 'Das Client-Secret ist abgelaufen. Erstellen Sie ein neues und tragen Sie es in Formstead ein. Entra kündigt den Ablauf nicht an.',
      },
    },
    {
      shown: 'AADSTS50105',
      means: {
        en: 'The application requires an assignment, and the person is not assigned.',
        de: 'Die Anwendung verlangt eine Zuweisung, und die Person ist nicht zugewiesen.',
      },
    },
    {
      shown: 'AADSTS700016',
      means: {
        en: 'This tenant does not know the client ID. Check the client ID, and the tenant in the issuer.',
        de: 'Dieser Tenant kennt die Client-ID nicht. Prüfen Sie die Client-ID und den Tenant im Issuer.',
      },
    },
  ],
};
