import { oneloginSaml } from './saml-guide.ts';
import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const onelogin: SignInGuide = {
  claim: 'preferred_username',
  attribute: 'userName',
  match: {
    en: 'preferred_username is the user name in OneLogin. Set the SCIM username to `Username` in the application for provisioning, so that the two are equal. Compare both for one person before you give everyone access.',
    de: 'preferred_username ist der Benutzername in OneLogin. Setzen Sie in der Anwendung für das Provisioning den SCIM-Benutzernamen auf `Username`, damit beide gleich sind. Vergleichen Sie beide bei einer Person, bevor Sie allen Zugriff geben.',
  },
  steps: [
    {
      text: {
        en: 'In OneLogin open `Applications`, `Add App`, and search for `OpenId Connect (OIDC)`. On its `Configuration` tab enter the redirect URI. A change can take ten minutes to take effect.',
        de: 'Öffnen Sie in OneLogin `Applications`, `Add App` und suchen Sie `OpenId Connect (OIDC)`. Tragen Sie im Reiter `Configuration` die Redirect-URI ein. Eine Änderung wird eventuell erst nach zehn Minuten wirksam.',
      },
      fields: [{ field: 'Redirect URIs', ...REDIRECT }],
    },
    {
      text: {
        en: 'On the `SSO` tab, copy the client ID and the client secret. Set the authentication method of the token endpoint, because Formstead sends the client secret in the request body.',
        de: 'Kopieren Sie im Reiter `SSO` Client-ID und Client-Secret. Stellen Sie die Authentifizierung des Token-Endpunkts ein, denn Formstead sendet das Client-Secret im Body der Anfrage.',
      },
      fields: [{ field: 'Token Endpoint, Authentication Method', copy: 'POST' }],
    },
    {
      text: {
        en: 'On the `Access` tab, give people access through the same roles as in the application for provisioning.',
        de: 'Geben Sie Personen im Reiter `Access` über dieselben Rollen Zugriff wie in der Anwendung für das Provisioning.',
      },
    },
    connectStep('https://SUBDOMAIN.onelogin.com/oidc/2', 'preferred_username', 'userName'),
    trySignIn,
  ],
  saml: oneloginSaml,
  errors: [
    {
      shown: 'redirect_uri did not match',
      means: {
        en: 'The application does not have this redirect URI, or it was added less than ten minutes ago.',
        de: 'Die Redirect-URI fehlt in der Anwendung oder wurde vor weniger als zehn Minuten eingetragen.',
      },
    },
    {
      shown: 'invalid_client',
      means: {
        en: 'The authentication method is not `POST`, or the secret was regenerated in OneLogin.',
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
