import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const onelogin: SignInGuide = {
  claim: 'preferred_username',
  attribute: 'userName',
  match: {
    en: 'preferred_username is the user name in OneLogin. Set the SCIM username to `Username` in the application that provisions, so that the two are equal, and compare both for one person before you let everybody in.',
    de: 'preferred_username ist der Benutzername in OneLogin. Setzen Sie in der Anwendung für das Provisioning den SCIM-Benutzernamen auf `Username`, damit beide gleich sind, und vergleichen Sie sie bei einer Person, bevor Sie alle hereinlassen.',
  },
  steps: [
    {
      text: {
        en: 'In OneLogin open `Applications`, `Add App`, and search for `OpenId Connect (OIDC)`. On its `Configuration` tab enter the redirect URI; a change can take ten minutes to hold.',
        de: 'Öffnen Sie in OneLogin `Applications`, `Add App` und suchen Sie `OpenId Connect (OIDC)`. Tragen Sie im Reiter `Configuration` die Redirect URI ein; eine Änderung kann zehn Minuten brauchen.',
      },
      fields: [{ field: 'Redirect URIs', ...REDIRECT }],
    },
    {
      text: {
        en: 'On the `SSO` tab, copy the client id and the client secret, and set how the token endpoint is called: Formstead sends the secret in the body.',
        de: 'Kopieren Sie im Reiter `SSO` Client-ID und Client-Secret und stellen Sie ein, wie der Token-Endpunkt gerufen wird: Formstead schickt das Secret im Body.',
      },
      fields: [{ field: 'Token Endpoint, Authentication Method', copy: 'POST' }],
    },
    {
      text: {
        en: 'Give people access on the `Access` tab, by the same roles as in the application that provisions.',
        de: 'Geben Sie im Reiter `Access` Zugriff, mit denselben Rollen wie in der Anwendung für das Provisioning.',
      },
    },
    connectStep('https://SUBDOMAIN.onelogin.com/oidc/2', 'preferred_username', 'userName'),
    trySignIn,
  ],
  errors: [
    {
      shown: 'redirect_uri did not match',
      means: {
        en: 'The redirect URI is not among those of the application, or was entered less than ten minutes ago.',
        de: 'Die Redirect URI steht nicht in der Anwendung oder wurde vor weniger als zehn Minuten eingetragen.',
      },
    },
    {
      shown: 'invalid_client',
      means: {
        en: 'The authentication method is not `POST`, or the secret was made anew in OneLogin.',
        de: 'Die Authentication Method ist nicht `POST`, oder das Secret wurde in OneLogin erneuert.',
      },
    },
    {
      shown: 'access_denied',
      means: {
        en: 'The person has no access to this application.',
        de: 'Die Person hat keinen Zugriff auf diese Anwendung.',
      },
    },
  ],
};
