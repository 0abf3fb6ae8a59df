import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const google: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'sub is the id of the person at Google, the id of the Directory API. People match only if externalId holds it: look whether your attribute mapping offers the user id, or have the program that brings people here send it. An e-mail address is not compared, because it can pass to somebody else.',
    de: 'sub ist die ID der Person bei Google, die id der Directory API. Erkannt wird nur, wessen externalId sie enthält: Sehen Sie nach, ob Ihre Attributzuordnung die Benutzer-ID anbietet, oder lassen Sie sie von dem Programm schicken, das Personen hierherbringt. Eine E-Mail-Adresse wird nicht verglichen, denn sie kann an jemand anderen übergehen.',
  },
  steps: [
    {
      text: {
        en: 'In the Google Cloud console choose a project of your organisation, open the consent screen (`Audience`), and set the user type to `Internal`: then only people of your Workspace get in.',
        de: 'Wählen Sie in der Google Cloud Console ein Projekt Ihrer Organisation, öffnen Sie den Zustimmungsbildschirm (`Audience`) und stellen Sie den Nutzertyp auf `Internal`: Dann kommen nur Personen Ihres Workspace hinein.',
      },
    },
    {
      text: {
        en: 'Open `Clients`, create a client of the type `Web application`, and copy its client id and client secret.',
        de: 'Öffnen Sie `Clients`, legen Sie einen Client vom Typ `Web application` an und kopieren Sie Client-ID und Client-Secret.',
      },
      fields: [{ field: 'Authorized redirect URIs', ...REDIRECT }],
    },
    {
      text: {
        en: 'Under `Settings`, `Advanced Settings`, select `Session age claims`. Without it nobody can confirm who they are with Google before something sensitive.',
        de: 'Wählen Sie unter `Settings`, `Advanced Settings` `Session age claims`. Ohne das kann niemand vor etwas Sensiblem mit Google bestätigen, wer er ist.',
      },
    },
    connectStep('https://accounts.google.com', 'sub', 'externalId'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'redirect_uri_mismatch',
      means: {
        en: 'The redirect URI is not among those of the client, or was entered a moment ago.',
        de: 'Die Redirect URI steht nicht im Client oder wurde erst gerade eingetragen.',
      },
    },
    {
      shown: 'org_internal',
      means: {
        en: 'The person is signed in with an account outside your Workspace. Choose the other account.',
        de: 'Die Person ist mit einem Konto außerhalb Ihres Workspace angemeldet. Wählen Sie das andere Konto.',
      },
    },
    {
      shown: 'invalid_client',
      means: {
        en: 'The client was deleted, or the id or secret is another one.',
        de: 'Der Client wurde gelöscht, oder ID oder Secret sind andere.',
      },
    },
  ],
};
