import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const entra: SignInGuide = {
  claim: 'oid',
  attribute: 'externalId',
  match: {
    en: 'oid is the object id of the person in your tenant. Provisioning must send it: map externalId to objectId before anybody is provisioned. sub is another value for each application and equals nothing.',
    de: 'oid ist die Objekt-ID der Person in Ihrem Tenant. Das Provisioning muss sie schicken: Ordnen Sie externalId dem Attribut objectId zu, bevor jemand provisioniert wird. sub ist bei jeder Anwendung ein anderer Wert und gleicht nichts.',
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
        en: 'On `Overview`, copy the application (client) id and the directory (tenant) id.',
        de: 'Kopieren Sie auf `Overview` die Application (client) ID und die Directory (tenant) ID.',
      },
    },
    {
      text: {
        en: 'Under `Certificates & secrets`, `New client secret`, copy the `Value`, which is shown once. The `Secret ID` beside it is not the secret.',
        de: 'Kopieren Sie unter `Certificates & secrets`, `New client secret` den `Value`, der nur einmal gezeigt wird. Die `Secret ID` daneben ist nicht das Secret.',
      },
    },
    {
      text: {
        en: 'To let in only some people, open the same application under `Enterprise applications`, set `Assignment required?` in its `Properties`, and assign people or groups.',
        de: 'Sollen nur manche hinein, öffnen Sie dieselbe Anwendung unter `Enterprise applications`, schalten Sie in `Properties` `Assignment required?` ein und weisen Sie Personen oder Gruppen zu.',
      },
    },
    {
      text: {
        en: 'Under `Token configuration`, `Add optional claim`, choose the token type `ID` and `auth_time`. Without it nobody can confirm who they are with Entra before something sensitive.',
        de: 'Wählen Sie unter `Token configuration`, `Add optional claim` den Tokentyp `ID` und `auth_time`. Ohne ihn kann niemand vor etwas Sensiblem mit Entra bestätigen, wer er ist.',
      },
    },
    connectStep('https://login.microsoftonline.com/TENANT-ID/v2.0', 'oid', 'externalId'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'AADSTS50011',
      means: {
        en: 'The redirect URI is not registered, or for another platform than `Web`.',
        de: 'Die Redirect URI ist nicht eingetragen oder nicht für die Plattform `Web`.',
      },
    },
    {
      shown: 'AADSTS7000215',
      means: {
        en: 'The client secret is wrong: often the `Secret ID` was entered.',
        de: 'Das Client-Secret ist falsch: Oft wurde die `Secret ID` eingetragen.',
      },
    },
    {
      shown: 'AADSTS7000222',
      means: {
        en: 'The client secret has ended. Make a new one and enter it here: Entra tells nobody in time.',
        de: 'Das Client-Secret ist abgelaufen. Machen Sie ein neues und tragen Sie es hier ein: Entra sagt niemandem rechtzeitig Bescheid.',
      },
    },
    {
      shown: 'AADSTS50105',
      means: {
        en: 'Assignment is required, and the person is not assigned.',
        de: 'Eine Zuweisung ist nötig, und die Person ist nicht zugewiesen.',
      },
    },
    {
      shown: 'AADSTS700016',
      means: {
        en: 'The client id is not known in this tenant: the client id or the tenant in the issuer is another one.',
        de: 'Die Client-ID ist in diesem Tenant nicht bekannt: Die Client-ID oder der Tenant im Issuer ist ein anderer.',
      },
    },
  ],
};
