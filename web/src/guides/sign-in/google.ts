import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const google: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'sub is the ID of the person at Google (id in the Directory API). People match only if externalId contains this ID. Check whether your attribute mapping offers the user ID, or let your own provisioning program send it. Formstead does not compare email addresses, because an address can be reassigned to another person.',
    de: 'sub ist die ID der Person bei Google (id in der Directory API). Personen werden nur zugeordnet, wenn externalId diese ID enthält. Prüfen Sie, ob Ihre Attributzuordnung die Benutzer-ID anbietet, oder lassen Sie sie von Ihrem eigenen Provisioning-Programm senden. E-Mail-Adressen vergleicht Formstead nicht, weil eine Adresse an eine andere Person übergehen kann.',
  },
  steps: [
    {
      text: {
        en: 'In the Google Cloud console choose a project of your organisation, open the consent screen (`Audience`), and set the user type to `Internal`. Then only people in your Workspace can sign in.',
        de: 'Wählen Sie in der Google Cloud Console ein Projekt Ihrer Organisation, öffnen Sie den Zustimmungsbildschirm (`Audience`) und stellen Sie den Nutzertyp auf `Internal`. Dann können sich nur Personen Ihres Workspace anmelden.',
      },
    },
    {
      text: {
        en: 'Open `Clients`, create a client of the type `Web application`, and copy its client ID and client secret.',
        de: 'Öffnen Sie `Clients`, legen Sie einen Client vom Typ `Web application` an und kopieren Sie Client-ID und Client-Secret.',
      },
      fields: [{ field: 'Authorized redirect URIs', ...REDIRECT }],
    },
    {
      text: {
        en: 'Under `Settings`, `Advanced Settings`, select `Session age claims`. Without this option, people can’t confirm a sensitive action with Google.',
        de: 'Wählen Sie unter `Settings`, `Advanced Settings` `Session age claims`. Ohne diese Option lassen sich sensible Aktionen nicht mit Google bestätigen.',
      },
    },
    connectStep('https://accounts.google.com', 'sub', 'externalId'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'redirect_uri_mismatch',
      means: {
        en: 'The client does not have this redirect URI, or the change has not taken effect yet.',
        de: 'Die Redirect-URI fehlt im Client, oder die Änderung ist noch nicht wirksam.',
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
        en: 'The client was deleted, or the client ID or client secret is wrong.',
        de: 'Der Client wurde gelöscht, oder die Client-ID oder das Client-Secret ist falsch.',
      },
    },
  ],
};
