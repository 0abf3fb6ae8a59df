import { type Guide, makeToken, watchLog } from './guide.ts';

export const entra: Guide = {
  id: 'entra',
  name: 'Microsoft Entra ID',
  proof: {
    en: 'A provisioning token as the secret token. Where your tenant offers client credentials for the application, use those: they get tokens that live for an hour.',
    de: 'Ein Provisioning-Token als geheimes Token. Bietet Ihr Mandant für die Anwendung Client Credentials an, nehmen Sie diese: Damit werden Tokens geholt, die eine Stunde gelten.',
  },
  steps: [
    makeToken('Entra'),
    {
      text: {
        en: 'In the Entra admin center open `Enterprise applications`, choose `New application`, then `Create your own application`, and take the kind that is not in the gallery.',
        de: 'Öffnen Sie im Entra Admin Center `Enterprise applications`, wählen Sie `New application`, dann `Create your own application` und die Art, die nicht im Katalog steht.',
      },
    },
    {
      text: {
        en: 'Open `Provisioning`, set the mode to `Automatic`, and fill in the admin credentials.',
        de: 'Öffnen Sie `Provisioning`, stellen Sie den Modus auf `Automatic` und füllen Sie die Zugangsdaten aus.',
      },
      fields: [
        { field: 'Tenant URL', copy: '{baseUrl}' },
        { field: 'Secret Token', own: 'token' },
      ],
    },
    {
      text: {
        en: 'Or, for client credentials, look for an authentication method with a token endpoint. It must let you send the scope public_api; if it can’t, stay with the token.',
        de: 'Oder suchen Sie für Client Credentials eine Anmeldeart mit Token-Endpunkt. Sie muss den Scope public_api mitschicken können; geht das nicht, bleiben Sie beim Token.',
      },
      fields: [
        { field: 'Token endpoint', copy: '{tokenUrl}' },
        { field: 'Client identifier', own: 'clientId' },
        { field: 'Client secret', own: 'clientSecret' },
        { field: 'Scope', copy: 'public_api' },
      ],
    },
    {
      text: {
        en: 'Choose `Test Connection`. Entra looks for somebody who does not exist and expects an empty list.',
        de: 'Wählen Sie `Test Connection`. Entra sucht jemanden, den es nicht gibt, und erwartet eine leere Liste.',
      },
    },
    {
      text: {
        en: 'In the attribute mapping of users, map externalId to objectId instead of mailNickname if people shall sign in with Entra: the two are then linked by an id that never changes.',
        de: 'Ordnen Sie bei den Personen externalId dem Attribut objectId statt mailNickname zu, wenn man sich mit Entra anmelden soll: Beides hängt dann an einer ID, die sich nie ändert.',
      },
      fields: [{ field: 'externalId', copy: 'objectId' }],
    },
    {
      text: {
        en: 'Assign people and groups to the application, try one person with `Provision on demand`, then start provisioning.',
        de: 'Weisen Sie der Anwendung Personen und Gruppen zu, versuchen Sie es bei einer Person mit `Provision on demand` und starten Sie dann das Provisioning.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'Entra comes about every 40 minutes. What failed is tried again, at first soon, later daily, for up to 28 days.',
      de: 'Entra kommt etwa alle 40 Minuten. Was fehlschlug, wird erst bald, später täglich wiederholt, bis zu 28 Tage lang.',
    },
    {
      en: 'A refused credential, or many failures, puts the job into quarantine; after four weeks Entra disables it. Mend the cause, then restart provisioning there.',
      de: 'Abgewiesene Zugangsdaten oder viele Fehler bringen den Auftrag in Quarantäne; nach vier Wochen schaltet Entra ihn ab. Beheben Sie die Ursache und starten Sie das Provisioning dort neu.',
    },
    {
      en: 'Who is unassigned is deactivated, not deleted. The deletion follows when Entra purges the user after 30 days.',
      de: 'Wer nicht mehr zugewiesen ist, wird deaktiviert, nicht gelöscht. Gelöscht wird, wenn Entra die Person nach 30 Tagen endgültig entfernt.',
    },
    {
      en: 'Groups inside groups are not sent: only direct members arrive. Passwords are never sent.',
      de: 'Gruppen in Gruppen werden nicht geschickt: Nur direkte Mitglieder kommen an. Passwörter werden nie geschickt.',
    },
    {
      en: 'A value that is emptied in Entra is usually not cleared here: Entra leaves empty values out.',
      de: 'Ein Wert, der in Entra geleert wird, verschwindet hier meist nicht: Entra lässt leere Werte weg.',
    },
    {
      en: 'App roles may be sent as roles. They are stored and give no rights; map a group to a role instead.',
      de: 'App-Rollen können als roles geschickt werden. Sie werden aufgehoben und geben keine Rechte; ordnen Sie stattdessen eine Gruppe einer Rolle zu.',
    },
    {
      en: 'With the flag aadOptscim062020 in the tenant URL changes are written another way. Both ways are understood, so the flag is not needed.',
      de: 'Mit dem Zusatz aadOptscim062020 in der Tenant-URL werden Änderungen anders geschrieben. Beide Arten werden verstanden, der Zusatz ist also nicht nötig.',
    },
  ],
};
