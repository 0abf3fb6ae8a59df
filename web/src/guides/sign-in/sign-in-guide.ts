// How people sign in with each identity provider over OpenID Connect. Pure data, as the guides to provisioning are. What
// all of them share is written once here: what Formstead asks for, and what its own answers mean.
import type { Step, Text } from '../guide.ts';

export interface SignInGuide {
  /** The claim of the ID token that is compared. */
  readonly claim: string;
  /** What it must equal, of the user here. */
  readonly attribute: 'externalId' | 'userName';
  /** Why the two are equal, or how to make them so. */
  readonly match: Text;
  /** Where the application is made, what goes into it, and what comes out of it. */
  readonly steps: readonly Step[];
  /** Errors that the identity provider shows, and what they mean. */
  readonly errors: readonly SignInError[];
}

/** What stands on the screen, in the log or in `error`, and what to do. */
export interface SignInError {
  /** Of others: in their words, whatever the language. */
  readonly shown: Text | string;
  readonly means: Text;
}

/** What Formstead is told, by the name that the field has there. */
export const connectStep = (issuer: string, claim: string, attribute: string): Step => ({
  text: {
    en: 'In Formstead, open `Security`, `Connect an identity provider`, and enter these with the client id and the client secret. Capital words in the issuer stand for yours.',
    de: 'Öffnen Sie in Formstead `Sicherheit`, `Identity Provider verbinden`, und tragen Sie das mit Client-ID und Client-Secret ein. Großgeschriebenes im Issuer steht für Ihres.',
  },
  fields: [
    { field: 'Issuer', copy: issuer },
    { field: 'Claim', copy: claim },
    { field: 'Attribute', copy: attribute },
  ],
});

/** The step that every guide ends with. */
export const trySignIn: Step = {
  text: {
    en: 'Choose `Test` on the connection: it asks the identity provider whether it knows the client id and secret. Then sign in with it in a private window, as a person who has been provisioned.',
    de: 'Wählen Sie bei der Verbindung `Testen`: Dabei wird der Identity Provider gefragt, ob er Client-ID und Client-Secret kennt. Melden Sie sich dann in einem privaten Fenster damit an, als Person, die provisioniert ist.',
  },
};

/** What every application is made with, whatever the fields are called. */
export const REDIRECT = { copy: '{redirectUri}' } as const;

/** Of the test of a connection. */
export const UNREADABLE: Text = {
  en: 'The settings can’t be read',
  de: 'Die Einstellungen sind nicht lesbar',
};

/** What Formstead itself says, whichever identity provider it is. */
export const OWN_ERRORS: readonly SignInError[] = [
  {
    shown: { en: 'Nobody here matches', de: 'Hier passt niemand dazu' },
    means: {
      en: 'The claim equals the attribute of no user, or of several, or the ID token lacks the claim. Open the user in Formstead and compare `externalId` or the user name with what the identity provider sends. Provision the person first: signing in makes nobody.',
      de: 'Der Claim gleicht dem Attribut von niemandem oder von mehreren, oder er fehlt im ID-Token. Öffnen Sie die Person in Formstead und vergleichen Sie `externalId` oder den Benutzernamen mit dem, was der Identity Provider schickt. Provisionieren Sie die Person zuerst: Eine Anmeldung legt niemanden an.',
    },
  },
  {
    shown: { en: 'Your access has been turned off', de: 'Ihr Zugang ist ausgeschaltet' },
    means: {
      en: 'The user is inactive here. Assign the person again at the identity provider, or activate the user.',
      de: 'Die Person ist hier deaktiviert. Weisen Sie sie beim Identity Provider wieder zu oder aktivieren Sie sie.',
    },
  },
  {
    shown: {
      en: 'The identity provider did not confirm who you are',
      de: 'Der Identity Provider hat nicht bestätigt, wer Sie sind',
    },
    means: {
      en: 'The identity provider refused, or its ID token did not hold. Its own error code is in the audit log, at the refused sign-in; `invalid_client` is a wrong or ended client secret.',
      de: 'Der Identity Provider hat abgelehnt, oder sein ID-Token war nicht gültig. Sein Fehlercode steht im Audit-Protokoll bei der abgelehnten Anmeldung; `invalid_client` ist ein falsches oder abgelaufenes Client-Secret.',
    },
  },
  {
    shown: { en: 'This is not proof enough', de: 'Das genügt nicht als Nachweis' },
    means: {
      en: 'Before something sensitive the identity provider is sent `max_age=0`, and its ID token lacks `auth_time` (OpenID Connect Core §3.1.2.1). Have it send that claim. Until then people confirm with a passkey or password; signing in works all the same.',
      de: 'Vor etwas Sensiblem bekommt der Identity Provider `max_age=0`, und seinem ID-Token fehlt `auth_time` (OpenID Connect Core §3.1.2.1). Lassen Sie ihn diesen Claim senden. Bis dahin bestätigen Personen mit Passkey oder Passwort; die Anmeldung geht trotzdem.',
    },
  },
  {
    shown: { en: 'It is at a private address', de: 'Er hat eine private Adresse' },
    means: {
      en: 'Formstead calls no private addresses by itself. The people who run the service name the network in `FORMSTEAD_OUTBOUND_NETWORKS`.',
      de: 'Formstead ruft von sich aus keine privaten Adressen auf. Wer den Dienst betreibt, nennt das Netz in `FORMSTEAD_OUTBOUND_NETWORKS`.',
    },
  },
];
