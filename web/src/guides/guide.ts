// Guides for setting up provisioning in each identity provider. Pure data, read by the Provisioning screen and by the
// generator that writes docs/guides: it depends neither on React nor on a server.
import type { GuideId } from './guide-ids.ts';

/** Plain text in each language of the app. Text between backticks is a label of a screen, word for word. */
export interface Text {
  readonly en: string;
  readonly de: string;
}

/** A value that only the reader has: Formstead showed it once, or the reader still has to create it. */
export type Own = 'token' | 'clientId' | 'clientSecret';

/** A field of the identity provider, and its value. */
export type Field = { readonly field: string } & (
  | { readonly own: Own }
  /** A text to copy; names of {@link Addresses} in braces are replaced by the addresses of this instance. */
  | { readonly copy: string; readonly block?: boolean }
);

export interface Step {
  readonly text: Text;
  readonly fields?: readonly Field[];
}

export interface Guide {
  readonly id: GuideId;
  readonly name: string;
  /** The authentication method, with the better one first. */
  readonly proof: Text;
  readonly steps: readonly Step[];
  /** What the identity provider does, and what it cannot do. */
  readonly notes: readonly Text[];
}

export interface Addresses {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** The address to which an identity provider sends people back. */
  readonly redirectUri: string;
  /** The address at which people of the organisation sign in. */
  readonly signInUrl: string;
}

const PLACES = ['baseUrl', 'tokenUrl', 'redirectUri', 'signInUrl'] as const;

/** Replaces the names of addresses in a text by the addresses of this instance. */
export const fillIn = (text: string, addresses: Addresses): string =>
  PLACES.reduce((filled, name) => filled.replaceAll(`{${name}}`, addresses[name]), text);

/** The first step of every guide. */
export const makeToken = (name: string): Step => ({
  text: {
    en: `In Formstead, open \`API credentials\` and create a provisioning token named ${name}. Keep it safe: Formstead shows it only once.`,
    de: `Öffnen Sie in Formstead \`API-Zugänge\`, erstellen Sie ein Provisioning-Token mit dem Namen ${name} und bewahren Sie es sicher auf: Formstead zeigt es nur einmal an.`,
  },
});

/** A note for identity providers that replace groups as a whole. */
export const omittedMembers: Text = {
  en: 'A group update without a member list empties the group, as the SCIM standard requires. If groups lose their members when they are renamed, turn on `Keep members when a group update has no member list` on the `Provisioning` page.',
  de: 'Eine Gruppenänderung ohne Mitgliederliste leert die Gruppe, wie es der SCIM-Standard verlangt. Verlieren Gruppen beim Umbenennen ihre Mitglieder, schalten Sie auf der Seite `Provisioning` die Einstellung `Mitglieder behalten, wenn die Mitgliederliste fehlt` ein.',
};

/** The last step of every guide. */
export const watchLog: Step = {
  text: {
    en: 'Check the provisioning log in Formstead. It shows each request after about a second, and what to do if Formstead rejected it. Requests without a valid token are not logged; the `Provisioning` page shows their number.',
    de: 'Prüfen Sie in Formstead das Provisioning-Protokoll. Es zeigt jede Anfrage nach etwa einer Sekunde und was zu tun ist, wenn Formstead sie abgelehnt hat. Anfragen ohne gültiges Token werden nicht protokolliert; ihre Anzahl steht auf der Seite `Provisioning`.',
  },
};
