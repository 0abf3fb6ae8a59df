import { samlGuide } from './saml-guide.ts';
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
        en: 'Choose a `Signing Key`. Without one, authentik signs ID tokens with the secret, and Formstead can’t verify them with the published keys.',
        de: 'Wählen Sie einen `Signing Key`. Ohne ihn signiert authentik ID-Tokens mit dem Secret, und Formstead kann sie nicht mit den veröffentlichten Schlüsseln prüfen.',
      },
    },
    {
      text: {
        en: 'Leave `Subject mode` and `Issuer mode` as they are, save, and copy the client ID and the client secret. To limit access to some people, bind groups to the application.',
        de: 'Lassen Sie `Subject mode` und `Issuer mode`, wie sie sind, speichern Sie und kopieren Sie Client-ID und Client-Secret. Um den Zugang auf einige Personen zu beschränken, binden Sie Gruppen an die Anwendung.',
      },
    },
    connectStep('https://AUTHENTIK/application/o/SLUG/', 'sub', 'externalId'),
    trySignIn,
  ],
  saml: samlGuide({
    claim: 'NameID',
    attribute: 'externalId',
    match: {
      en: 'Both are the uid of the person, as long as `NameID Property Mapping` stays empty and the SCIM mappings are those that come with authentik.',
      de: 'Beides ist die uid der Person, solange `NameID Property Mapping` leer bleibt und die SCIM-Zuordnungen die mitgelieferten sind.',
    },
    steps: [
      {
        text: {
          en: 'In the authentik admin interface, give the application a `SAML Provider`. The SCIM provider stays as a backchannel provider of the same application. Enter the single sign-on URL of the connection as `ACS URL`, and its entity ID as `Audience`.',
          de: 'Geben Sie der Anwendung in der authentik-Verwaltung einen `SAML Provider`. Der SCIM-Provider bleibt als Backchannel Provider derselben Anwendung. Tragen Sie die Single-Sign-on-URL der Verbindung als `ACS URL` ein und ihre Entity-ID als `Audience`.',
        },
        fields: [{ field: 'Service Provider Binding', copy: 'Post' }],
      },
      {
        text: {
          en: 'Under the advanced protocol settings, choose a `Signing Certificate` and keep `Sign assertions` on. Choose no verification certificate, because Formstead does not sign its requests, and no encryption certificate.',
          de: 'Wählen Sie in den erweiterten Protokolleinstellungen ein `Signing Certificate` und lassen Sie `Sign assertions` eingeschaltet. Wählen Sie kein Zertifikat zur Prüfung, denn Formstead signiert seine Anfragen nicht, und keines zur Verschlüsselung.',
        },
        fields: [
          { field: 'Digest algorithm', copy: 'SHA256' },
          { field: 'Signature algorithm', copy: 'RSA-SHA256' },
        ],
      },
      {
        text: {
          en: 'On the page of the provider, download the metadata.',
          de: 'Laden Sie auf der Seite des Providers die Metadaten herunter.',
        },
      },
    ],
  }),
  errors: [
    {
      shown: 'Redirect URI Error',
      means: {
        en: 'The redirect URI of the provider differs, or its matching mode is not `Strict`.',
        de: 'Die Redirect-URI des Providers weicht ab, oder ihr Vergleichsmodus ist nicht `Strict`.',
      },
    },
    {
      shown: 'Permission denied',
      means: {
        en: 'A binding of the application does not allow this person.',
        de: 'Eine Bindung der Anwendung erlaubt diese Person nicht.',
      },
    },
    {
      shown: UNREADABLE,
      means: {
        en: 'The issuer contains the wrong slug, or is a private address.',
        de: 'Der Issuer enthält den falschen Slug oder ist eine private Adresse.',
      },
    },
  ],
};
