import { samlGuide } from './saml-guide.ts';
import { connectStep, REDIRECT, type SignInGuide, trySignIn } from './sign-in-guide.ts';

export const jumpcloud: SignInGuide = {
  claim: 'scim_user_name',
  attribute: 'userName',
  match: {
    en: 'You choose the name of the claim. Map it to the JumpCloud attribute that provisioning sends as userName. The provisioning log shows this attribute with the first person.',
    de: 'Den Namen des Claims wählen Sie selbst. Ordnen Sie ihn dem JumpCloud-Attribut zu, das das Provisioning als userName sendet. Das Provisioning-Protokoll zeigt dieses Attribut bei der ersten Person.',
  },
  steps: [
    {
      text: {
        en: 'In the JumpCloud admin portal open `SSO Applications`, `Add New Application`, `Custom Application`, and choose `Manage Single Sign-On` and `Configure SSO with OIDC`.',
        de: 'Öffnen Sie im JumpCloud-Adminportal `SSO Applications`, `Add New Application`, `Custom Application` und wählen Sie `Manage Single Sign-On` und `Configure SSO with OIDC`.',
      },
    },
    {
      text: {
        en: 'On its `SSO` tab, fill in the fields. Formstead sends the client secret in the request body.',
        de: 'Füllen Sie im Reiter `SSO` die Felder aus. Formstead sendet das Client-Secret im Body der Anfrage.',
      },
      fields: [
        { field: 'Redirect URIs', ...REDIRECT },
        { field: 'Client Authentication Type', copy: 'Client Secret POST' },
        { field: 'Login URL', copy: '{signInUrl}' },
      ],
    },
    {
      text: {
        en: 'Under `Attribute Mapping`, add a user attribute with the name of the claim and the JumpCloud attribute that provisioning sends as userName.',
        de: 'Ergänzen Sie unter `Attribute Mapping` ein Benutzerattribut mit dem Namen des Claims und dem JumpCloud-Attribut, das das Provisioning als userName sendet.',
      },
      fields: [{ field: 'Service Provider Attribute Name', copy: 'scim_user_name' }],
    },
    {
      text: {
        en: 'Choose `Activate` and copy the client ID and the client secret, which JumpCloud shows only once. On `User Groups`, select the groups that may sign in.',
        de: 'Wählen Sie `Activate` und kopieren Sie die Client-ID und das Client-Secret, das JumpCloud nur einmal anzeigt. Wählen Sie unter `User Groups` die Gruppen, die sich anmelden dürfen.',
      },
    },
    connectStep('https://oauth.id.jumpcloud.com/', 'scim_user_name', 'userName'),
    trySignIn,
  ],
  saml: samlGuide({
    claim: 'NameID',
    attribute: 'userName',
    match: {
      en: 'Both are one attribute of the person in JumpCloud: choose as NameID the attribute that provisioning sends as userName. The provisioning log shows it with the first person.',
      de: 'Beides ist ein und dasselbe Attribut der Person in JumpCloud: Wählen Sie als NameID das Attribut, das das Provisioning als userName sendet. Das Provisioning-Protokoll zeigt es bei der ersten Person.',
    },
    steps: [
      {
        text: {
          en: 'In the JumpCloud admin portal, open `SSO Applications` and the custom application for provisioning, with `Manage Single Sign-On` and `Configure SSO with SAML`. Enter any name as `IdP Entity ID`, the entity ID of the connection as `SP Entity ID`, and its single sign-on URL as `ACS URLs`. Leave `SP Certificate` empty.',
          de: 'Öffnen Sie im JumpCloud-Adminportal `SSO Applications` und die Custom Application für das Provisioning, mit `Manage Single Sign-On` und `Configure SSO with SAML`. Tragen Sie einen beliebigen Namen als `IdP Entity ID` ein, die Entity-ID der Verbindung als `SP Entity ID` und ihre Single-Sign-on-URL als `ACS URLs`. Lassen Sie `SP Certificate` leer.',
        },
      },
      {
        text: {
          en: 'Choose the NameID and how it is signed. If provisioning sends the email address as userName, choose `email` as NameID.',
          de: 'Wählen Sie die NameID und die Signatur. Sendet das Provisioning die E-Mail-Adresse als userName, wählen Sie `email` als NameID.',
        },
        fields: [
          { field: 'SAMLSubject NameID', copy: 'username' },
          {
            field: 'SAMLSubject NameID Format',
            copy: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
          },
          { field: 'Signature Algorithm', copy: 'RSA-SHA256' },
        ],
      },
      {
        text: {
          en: 'Save, choose `Copy Metadata URL`, and check under `User Groups` who may sign in.',
          de: 'Speichern Sie, wählen Sie `Copy Metadata URL` und prüfen Sie unter `User Groups`, wer sich anmelden darf.',
        },
      },
    ],
  }),
  errors: [
    {
      shown: 'invalid_client',
      means: {
        en: 'The client authentication type is not `Client Secret POST`, or the secret was regenerated.',
        de: 'Der Client Authentication Type ist nicht `Client Secret POST`, oder das Secret wurde erneuert.',
      },
    },
    {
      shown: 'invalid_request',
      means: {
        en: 'The application does not have this redirect URI.',
        de: 'Die Redirect-URI fehlt in der Anwendung.',
      },
    },
    {
      shown: 'access_denied',
      means: {
        en: 'The person is not in any of the selected groups.',
        de: 'Die Person ist in keiner der gewählten Gruppen.',
      },
    },
  ],
};
