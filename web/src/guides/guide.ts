// How each identity provider is told about this service. Pure data, read by the Provisioning page and by
// the generator that writes docs/guides: it knows neither React nor a server.
import type { GuideId } from './guide-ids.ts';

/** Plain text in each language of the app; what is between backticks stands on the screen just so. */
export interface Text {
  readonly en: string;
  readonly de: string;
}

/** What only the reader has: it was shown once, or is still to be made. */
export type Own = 'token' | 'clientId' | 'clientSecret';

/** A field of the identity provider and what goes into it. */
export type Field = { readonly field: string } & (
  | { readonly own: Own }
  /** To copy; the names of {@link Addresses} in braces stand for this service. */
  | { readonly copy: string; readonly block?: boolean }
);

export interface Step {
  readonly text: Text;
  readonly fields?: readonly Field[];
}

export interface Guide {
  readonly id: GuideId;
  readonly name: string;
  /** What it proves itself with, the better way first. */
  readonly proof: Text;
  readonly steps: readonly Step[];
  /** What it does, and what it can't do. */
  readonly notes: readonly Text[];
}

export interface Addresses {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Where identity providers lead people back to. */
  readonly redirectUri: string;
  /** Where people of the organisation sign in. */
  readonly signInUrl: string;
}

const PLACES = ['baseUrl', 'tokenUrl', 'redirectUri', 'signInUrl'] as const;

/** With the addresses of this service in their places. */
export const fillIn = (text: string, addresses: Addresses): string =>
  PLACES.reduce((filled, name) => filled.replaceAll(`{${name}}`, addresses[name]), text);

/** The step that every guide begins with. */
export const makeToken = (name: string): Step => ({
  text: {
    en: `In Formstead, open \`API credentials\`, make a provisioning token named ${name}, and keep it: it is shown once.`,
    de: `Öffnen Sie in Formstead \`API-Zugänge\`, legen Sie ein Provisioning-Token namens ${name} an und heben Sie es auf: Es wird nur einmal gezeigt.`,
  },
});

/** Of identity providers that replace groups as a whole. */
export const omittedMembers: Text = {
  en: 'An update of a group without a member list empties the group, because that is how the standard reads. If groups lose their members when they are renamed, turn on `Keep members that a group update leaves out` on the `Provisioning` page.',
  de: 'Eine Änderung einer Gruppe ohne Mitgliederliste leert die Gruppe, denn so ist der Standard zu lesen. Verlieren Gruppen beim Umbenennen ihre Mitglieder, schalten Sie auf der Seite `Provisioning` ein: `Mitglieder behalten, die eine Änderung der Gruppe nicht nennt`.',
};

/** The step that every guide ends with. */
export const watchLog: Step = {
  text: {
    en: 'Look at the provisioning log in Formstead: each request is there within about a second, with what to do when it was refused. Requests without a valid token are only counted, on the Provisioning page.',
    de: 'Sehen Sie in Formstead ins Provisioning-Protokoll: Jede Anfrage steht binnen etwa einer Sekunde darin, auch was zu tun ist, wenn sie abgewiesen wurde. Anfragen ohne gültiges Token werden nur gezählt, auf der Seite Provisioning.',
  },
};
