// Guides for signing in with each identity provider over OpenID Connect. Pure data, like the guides to provisioning.
// The parts that all guides share are written here once: the values for Formstead, and the meaning of its own errors.
import type { Step, Text } from '#web/guides/guide.ts';
import type { SamlGuide } from './saml-guide.ts';

export interface SignInGuide {
  /** The claim of the ID token that is compared. */
  readonly claim: string;
  /** The user's attribute that the claim must equal. */
  readonly attribute: 'externalId' | 'userName';
  /** Why the two are equal, or how to make them so. */
  readonly match: Text;
  /** Where to create the application, which values to enter there, and which ones to copy from it. */
  readonly steps: readonly Step[];
  /** How to sign in by SAML, with the app that provisions if it can do both. */
  readonly saml: SamlGuide;
  /** Errors that the identity provider shows, and their meaning. */
  readonly errors: readonly SignInError[];
}

/** A message on the screen, in the log or in `error`, with its cause and what to do. */
export interface SignInError {
  /** A text for messages of Formstead; a string for those of others, who write it like this in every language. */
  readonly shown: Text | string;
  readonly means: Text;
}

/** The step in Formstead, with the values for its fields. */
export const connectStep = (issuer: string, claim: string, attribute: string): Step => ({
  text: {
    en: 'In Formstead, open `Security`, `Connect an identity provider`, and enter these values with the client ID and the client secret. Replace the words in capitals in the issuer with your own values.',
    de: 'Öffnen Sie in Formstead `Sicherheit`, `Identity Provider verbinden`, und tragen Sie diese Werte mit Client-ID und Client-Secret ein. Ersetzen Sie die Wörter in Großbuchstaben im Issuer durch Ihre eigenen Werte.',
  },
  fields: [
    { field: 'Issuer', copy: issuer },
    { field: 'Claim', copy: claim },
    { field: 'Attribute', copy: attribute },
  ],
});

/** The last step of every guide. */
export const trySignIn: Step = {
  text: {
    en: 'Choose `Test` on the connection: Formstead then asks the identity provider whether it knows the client ID and secret. After that, sign in with it in a private window, as a person who has been provisioned.',
    de: 'Wählen Sie bei der Verbindung `Testen`: Formstead fragt dann den Identity Provider, ob er Client-ID und Client-Secret kennt. Melden Sie sich danach in einem privaten Fenster als provisionierte Person damit an.',
  },
};

/** The value that every application needs, whatever the name of the field is. */
export const REDIRECT = { copy: '{redirectUri}' } as const;

/** The message of the test of a connection. */
export const UNREADABLE: Text = {
  en: 'The settings can’t be read',
  de: 'Die Einstellungen sind nicht lesbar',
};

/** Messages of Formstead itself, which do not depend on the identity provider. */
export const OWN_ERRORS: readonly SignInError[] = [
  {
    shown: {
      en: 'Your sign-in matches no user here',
      de: 'Ihre Anmeldung passt hier zu keiner Person',
    },
    means: {
      en: 'No user, or more than one, has this value in the attribute, or the ID token lacks the claim. Open the user in Formstead and compare `externalId` or the user name with the value that the identity provider sends. Provision the person first: signing in does not create users.',
      de: 'Keine oder mehr als eine Person hat diesen Wert im Attribut, oder der Claim fehlt im ID-Token. Öffnen Sie die Person in Formstead und vergleichen Sie `externalId` oder den Benutzernamen mit dem Wert, den der Identity Provider sendet. Provisionieren Sie die Person zuerst: Eine Anmeldung legt keine Personen an.',
    },
  },
  {
    shown: { en: 'Your access is turned off', de: 'Ihr Zugang ist ausgeschaltet' },
    means: {
      en: 'The user is inactive in Formstead. Assign the person again in the identity provider, or activate the user.',
      de: 'Die Person ist in Formstead deaktiviert. Weisen Sie sie im Identity Provider wieder zu oder aktivieren Sie sie.',
    },
  },
  {
    shown: {
      en: 'The identity provider did not confirm who you are',
      de: 'Der Identity Provider hat Ihre Identität nicht bestätigt',
    },
    means: {
      en: 'The identity provider rejected the sign-in, or its ID token was not valid. The audit log shows its error code with the rejected sign-in; `invalid_client` means that the client secret is wrong or expired.',
      de: 'Der Identity Provider hat die Anmeldung abgelehnt, oder sein ID-Token war nicht gültig. Sein Fehlercode steht im Audit-Protokoll bei der abgelehnten Anmeldung; `invalid_client` bedeutet, dass das Client-Secret falsch oder abgelaufen ist.',
    },
  },
  {
    shown: { en: 'Sign-in time unknown', de: 'Zeitpunkt der Anmeldung unbekannt' },
    means: {
      en: 'Before a sensitive action, Formstead asks for a new sign-in with `max_age=0`, but the ID token lacks `auth_time` (OpenID Connect Core §3.1.2.1). Configure the identity provider to send that claim. Until then, people can confirm with a passkey or password. Signing in still works.',
      de: 'Vor einer sensiblen Aktion verlangt Formstead mit `max_age=0` eine neue Anmeldung, aber im ID-Token fehlt `auth_time` (OpenID Connect Core §3.1.2.1). Stellen Sie den Identity Provider so ein, dass er diesen Claim sendet. Bis dahin ist die Bestätigung mit Passkey oder Passwort möglich. Die Anmeldung funktioniert trotzdem.',
    },
  },
  {
    shown: { en: 'It is at a private address', de: 'Er hat eine private Adresse' },
    means: {
      en: 'Formstead does not connect to private addresses by default. Ask the operator to add the network to `FORMSTEAD_OUTBOUND_NETWORKS`.',
      de: 'Formstead verbindet sich standardmäßig nicht mit privaten Adressen. Bitten Sie den Betreiber, das Netz in `FORMSTEAD_OUTBOUND_NETWORKS` einzutragen.',
    },
  },
];
