import { connectStep, REDIRECT, type SignInGuide, trySignIn, UNREADABLE } from './sign-in-guide.ts';

export const authentik: SignInGuide = {
  claim: 'sub',
  attribute: 'externalId',
  match: {
    en: 'Both are the uid of the person, as long as `Subject mode` stays `Based on the User’s hashed ID` and the SCIM mappings are those that come with authentik.',
    de: 'Beides ist die uid der Person, solange `Subject mode` auf `Based on the User’s hashed ID` bleibt und die SCIM-Zuordnungen die mitgelieferten sind.',
  },
  steps: [
    {
      text: {
        en: 'In the authentik admin interface, give the application an `OAuth2/OpenID Provider`. The SCIM provider stays as a backchannel provider of the same application.',
        de: 'Geben Sie der Anwendung in der authentik-Verwaltung einen `OAuth2/OpenID Provider`. Der SCIM-Provider bleibt als Backchannel Provider derselben Anwendung.',
      },
      fields: [
        { field: 'Client type', copy: 'Confidential' },
        { field: 'Redirect URIs (Strict)', ...REDIRECT },
      ],
    },
    {
      text: {
        en: 'Choose a `Signing Key`: without one ID tokens are signed with the secret, and nobody can check them by the published keys.',
        de: 'Wählen Sie einen `Signing Key`: Ohne ihn werden ID-Tokens mit dem Secret signiert und lassen sich nicht mit den veröffentlichten Schlüsseln prüfen.',
      },
    },
    {
      text: {
        en: 'Leave `Subject mode` and `Issuer mode` as they are, save, and copy the client id and the client secret. Bind groups to the application to let in only some people.',
        de: 'Lassen Sie `Subject mode` und `Issuer mode`, wie sie sind, speichern Sie und kopieren Sie Client-ID und Client-Secret. Binden Sie Gruppen an die Anwendung, wenn nur manche hineindürfen.',
      },
    },
    connectStep('https://AUTHENTIK/application/o/SLUG/', 'sub', 'externalId'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'Redirect URI Error',
      means: {
        en: 'The redirect URI of the provider differs, or is matched by another mode than strict.',
        de: 'Die Redirect URI des Providers weicht ab oder wird anders als streng verglichen.',
      },
    },
    {
      shown: 'Permission denied',
      means: {
        en: 'A binding of the application keeps the person out.',
        de: 'Eine Bindung der Anwendung hält die Person draußen.',
      },
    },
    {
      shown: UNREADABLE,
      means: {
        en: 'The issuer lacks the slash at its end, names another slug, or is a private address.',
        de: 'Dem Issuer fehlt der Schrägstrich am Ende, er nennt einen anderen Slug oder ist eine private Adresse.',
      },
    },
  ],
};
