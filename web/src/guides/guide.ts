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
    en: `In Formstead, open \`API credentials\` and create a provisioning token named ${name}. Keep it safe: Formstead shows it only once.`,
    de: `Öffnen Sie in Formstead \`API-Zugänge\`, erstellen Sie ein Provisioning-Token mit dem Namen ${name} und bewahren Sie es sicher auf: Formstead zeigt es nur einmal an.`,
  },
});

/** Of identity providers that replace groups as a whole. */
export const omittedMembers: Text = {
  en: 'A group update without a member list empties the group, as the SCIM standard requires. If groups lose their members when they are renamed, turn on `Keep members when a group update has no member list` on the `Provisioning` page.',
  de: 'Eine Gruppenänderung ohne Mitgliederliste leert die Gruppe, wie es der SCIM-Standard verlangt. Verlieren Gruppen beim Umbenennen ihre Mitglieder, schalten Sie auf der Seite `Provisioning` die Einstellung `Mitglieder behalten, wenn die Mitgliederliste fehlt` ein.',
};

/** The step that every guide ends with. */
export const watchLog: Step = {
  text: {
    en: 'Check the provisioning log in Formstead. It shows each request after about a second, and what to do if Formstead rejected it. Requests without a valid token are not logged; the `Provisioning` page shows their number.',
    de: 'Prüfen Sie in Formstead das Provisioning-Protokoll. Es zeigt jede Anfrage nach etwa einer Sekunde und was zu tun ist, wenn Formstead sie abgelehnt hat. Anfragen ohne gültiges Token werden nicht protokolliert; ihre Anzahl steht auf der Seite `Provisioning`.',
  },
};
