import { samlGuide } from './saml-guide.ts';
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
  saml: samlGuide({
    claim: 'user_id',
    attribute: 'externalId',
    apart: {
      en: 'Google provisions only applications of its own catalogue. A custom SAML app signs people in, and your own program or another identity provider has to provision them.',
      de: 'Google provisioniert nur Anwendungen aus dem eigenen Katalog. Eine benutzerdefinierte SAML-App meldet Personen an; provisionieren muss sie Ihr eigenes Programm oder ein anderer Identity Provider.',
    },
    match: {
      en: 'Use a custom attribute of the person, into which the program that provisions people also writes the ID that it sends as externalId. The primary email address does not work as NameID, because it can be reassigned to another person.',
      de: 'Verwenden Sie ein benutzerdefiniertes Attribut der Person, in das das Programm, das Personen provisioniert, die als externalId gesendete ID ebenfalls schreibt. Die primäre E-Mail-Adresse eignet sich nicht als NameID, weil sie an eine andere Person übergehen kann.',
    },
    steps: [
      {
        text: {
          en: 'In the Google Admin console, open `Directory`, `Users`, `More options`, `Manage custom attributes`, and add a text attribute with one value that only the person and admins can see. Fill it in for everyone.',
          de: 'Öffnen Sie in der Google Admin-Konsole `Directory`, `Users`, `More options`, `Manage custom attributes` und legen Sie ein Textattribut mit einem Wert an, das nur die Person und Admins sehen. Füllen Sie es für alle aus.',
        },
      },
      {
        text: {
          en: 'Open `Apps`, `Web and mobile apps`, `Add app`, `Add custom SAML app`, and choose `Download metadata`. Then enter the single sign-on URL of the connection as `ACS URL`, and its entity ID as `Entity ID`. Leave `Start URL` empty.',
          de: 'Öffnen Sie `Apps`, `Web and mobile apps`, `Add app`, `Add custom SAML app` und wählen Sie `Download metadata`. Tragen Sie dann die Single-Sign-on-URL der Verbindung als `ACS URL` und ihre Entity-ID als `Entity ID` ein. Lassen Sie `Start URL` leer.',
        },
        fields: [{ field: 'Name ID format', copy: 'UNSPECIFIED' }],
      },
      {
        text: {
          en: 'Under `Attributes`, map your custom attribute to the name of the app attribute. After you finish, turn the app on under `User access`.',
          de: 'Ordnen Sie unter `Attributes` Ihr benutzerdefiniertes Attribut dem Namen des App-Attributs zu. Schalten Sie die App nach dem Fertigstellen unter `User access` ein.',
        },
        fields: [{ field: 'App attributes', copy: 'user_id' }],
      },
    ],
  }),
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
