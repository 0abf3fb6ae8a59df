// Signing in by SAML with the app that also provisions: one app for one service. The addresses belong to a connection, which
// has to be made first.
import type { Step, Text } from '#web/guides/guide.ts';

export interface SamlGuide {
  /** `NameID`, or the name of an attribute of the assertion. */
  readonly claim: string;
  /** The user's attribute that the claim must equal. */
  readonly attribute: 'externalId' | 'userName';
  /** Why the two are equal, or how to make them so. */
  readonly match: Text;
  /** Why something else has to provision people; undefined if the app does both. */
  readonly apart?: Text;
  readonly steps: readonly Step[];
}

const connect: Step = {
  text: {
    en: 'In Formstead, open `Security`, `Connect an identity provider`, choose the protocol `SAML 2.0`, and connect without metadata. The connection then shows its addresses. At the identity provider, leave encryption of assertions and single logout off: Formstead supports neither.',
    de: 'Öffnen Sie in Formstead `Sicherheit`, `Identity Provider verbinden`, wählen Sie das Protokoll `SAML 2.0` und verbinden Sie ohne Metadaten. Die Verbindung zeigt dann ihre Adressen. Lassen Sie beim Identity Provider die Verschlüsselung von Assertions und Single Logout ausgeschaltet: Formstead unterstützt beides nicht.',
  },
};

const addMetadata = (claim: string, attribute: string): Step => ({
  text: {
    en: 'In Formstead, choose `Edit` on the connection, add the metadata, and check these values. Then sign in with it in a private window, as a person who has been provisioned.',
    de: 'Wählen Sie in Formstead bei der Verbindung `Bearbeiten`, fügen Sie die Metadaten hinzu und prüfen Sie diese Werte. Melden Sie sich danach in einem privaten Fenster als provisionierte Person damit an.',
  },
  fields: [
    { field: 'NameID or attribute', copy: claim },
    { field: 'Attribute', copy: attribute },
  ],
});

/** Completes the steps of an identity provider by those in Formstead, which are the same for all. */
export const samlGuide = (guide: SamlGuide): SamlGuide => ({
  ...guide,
  steps: [connect, ...guide.steps, addMetadata(guide.claim, guide.attribute)],
});

export const oktaSaml = samlGuide({
  claim: 'NameID',
  attribute: 'userName',
  match: {
    en: 'Both are the Okta user name of the person: keep `Okta username` as application username.',
    de: 'Beides ist der Okta-Benutzername der Person: Lassen Sie als Anwendungsbenutzernamen `Okta username` stehen.',
  },
  steps: [
    {
      text: {
        en: 'In Okta, use the app for provisioning if its sign-on method is SAML 2.0, or create one: `Applications`, `Create App Integration`, `SAML 2.0`. Enter the single sign-on URL and the entity ID of the connection. Leave `Assertion Encryption` off.',
        de: 'Verwenden Sie in Okta die App für das Provisioning, wenn sie SAML 2.0 als Anmeldemethode hat, oder erstellen Sie eine: `Applications`, `Create App Integration`, `SAML 2.0`. Tragen Sie Single-Sign-on-URL und Entity-ID der Verbindung ein. Lassen Sie `Assertion Encryption` ausgeschaltet.',
      },
      fields: [
        { field: 'Name ID format', copy: 'Unspecified' },
        { field: 'Application username', copy: 'Okta username' },
      ],
    },
    {
      text: {
        en: 'On the `Sign On` tab, copy the `Metadata URL`.',
        de: 'Kopieren Sie im Reiter `Sign On` die `Metadata URL`.',
      },
    },
  ],
});

export const oneloginSaml = samlGuide({
  claim: 'NameID',
  attribute: 'userName',
  match: {
    en: 'Both are the user name in OneLogin, if `SAML NameID (Subject)` and `SCIM Username` have the same value.',
    de: 'Beides ist der Benutzername in OneLogin, wenn `SAML NameID (Subject)` und `SCIM Username` denselben Wert haben.',
  },
  steps: [
    {
      text: {
        en: 'In OneLogin, open the app for provisioning, `SCIM Provisioner with SAML (SCIM v2 Enterprise)`. On its `Configuration` tab, enter the entity ID of the connection as `SAML Audience URL`, and its single sign-on URL as `SAML Consumer URL`.',
        de: 'Öffnen Sie in OneLogin die App für das Provisioning, `SCIM Provisioner with SAML (SCIM v2 Enterprise)`. Tragen Sie im Reiter `Configuration` die Entity-ID der Verbindung als `SAML Audience URL` und ihre Single-Sign-on-URL als `SAML Consumer URL` ein.',
      },
    },
    {
      text: {
        en: 'On the `Parameters` tab, set both to the user name.',
        de: 'Setzen Sie im Reiter `Parameters` beide auf den Benutzernamen.',
      },
      fields: [
        { field: 'SAML NameID (Subject)', copy: 'Username' },
        { field: 'SCIM Username', copy: 'Username' },
      ],
    },
    {
      text: {
        en: 'On the `SSO` tab, choose SHA-256 as the signature algorithm. Under `More Actions`, `SAML Metadata`, download the metadata.',
        de: 'Wählen Sie im Reiter `SSO` den Signaturalgorithmus SHA-256. Laden Sie unter `More Actions`, `SAML Metadata` die Metadaten herunter.',
      },
      fields: [{ field: 'SAML Signature Algorithm', copy: 'SHA-256' }],
    },
  ],
});

const OBJECT_ID = 'http://schemas.microsoft.com/identity/claims/objectidentifier';

export const entraSaml = samlGuide({
  claim: OBJECT_ID,
  attribute: 'externalId',
  match: {
    en: 'Both are the object ID of the person in your tenant, which Entra sends in every assertion. Map externalId to objectId before you provision people.',
    de: 'Beides ist die Objekt-ID der Person in Ihrem Tenant, die Entra in jeder Assertion sendet. Ordnen Sie externalId dem Attribut objectId zu, bevor Sie Personen provisionieren.',
  },
  steps: [
    {
      text: {
        en: 'In the Entra admin center, open the enterprise application for provisioning, `Single sign-on`, `SAML`. Under `Basic SAML Configuration`, enter the entity ID of the connection as `Identifier (Entity ID)`, and its single sign-on URL as `Reply URL (Assertion Consumer Service URL)`.',
        de: 'Öffnen Sie im Entra Admin Center die Unternehmensanwendung für das Provisioning, `Single sign-on`, `SAML`. Tragen Sie unter `Basic SAML Configuration` die Entity-ID der Verbindung als `Identifier (Entity ID)` und ihre Single-Sign-on-URL als `Reply URL (Assertion Consumer Service URL)` ein.',
      },
    },
    {
      text: {
        en: 'Under `SAML Certificates`, copy the `App Federation Metadata Url`.',
        de: 'Kopieren Sie unter `SAML Certificates` die `App Federation Metadata Url`.',
      },
    },
  ],
});
