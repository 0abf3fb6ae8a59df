import { type Guide, makeToken, watchLog } from './guide.ts';

export const entra: Guide = {
  id: 'entra',
  name: 'Microsoft Entra ID',
  proof: {
    en: 'A provisioning token as the secret token. If your tenant offers client credentials for the application, use them instead: their access tokens expire after an hour.',
    de: 'Ein Provisioning-Token als geheimes Token. Bietet Ihr Tenant für die Anwendung Client Credentials an, verwenden Sie diese: Ihre Access-Tokens laufen nach einer Stunde ab.',
  },
  steps: [
    makeToken('Entra'),
    {
      text: {
        en: 'In the Entra admin center open `Enterprise applications`, choose `New application`, then `Create your own application`, and select the option for applications that are not in the gallery.',
        de: 'Öffnen Sie im Entra Admin Center `Enterprise applications`, wählen Sie `New application`, dann `Create your own application` und die Option für Anwendungen, die nicht im Katalog stehen.',
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
        en: 'To use client credentials instead, select an authentication method with a token endpoint. It must be able to send the scope public_api. If it can’t, use the token.',
        de: 'Für Client Credentials wählen Sie stattdessen eine Authentifizierung mit Token-Endpunkt. Sie muss den Scope public_api senden können. Wenn sie das nicht kann, verwenden Sie das Token.',
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
        en: 'Choose `Test Connection`. Entra searches for a user that does not exist and expects an empty list.',
        de: 'Wählen Sie `Test Connection`. Entra sucht eine nicht vorhandene Person und erwartet eine leere Liste.',
      },
    },
    {
      text: {
        en: 'In the attribute mapping of users, map externalId to objectId instead of mailNickname if people will sign in with Entra. An ID that never changes then links the two.',
        de: 'Ordnen Sie bei den Personen externalId dem Attribut objectId statt mailNickname zu, wenn sich Personen mit Entra anmelden sollen. Eine ID, die sich nie ändert, verknüpft dann beide.',
      },
      fields: [{ field: 'externalId', copy: 'objectId' }],
    },
    {
      text: {
        en: 'Assign people and groups to the application, test with one person (`Provision on demand`), then start provisioning.',
        de: 'Weisen Sie der Anwendung Personen und Gruppen zu, testen Sie mit einer Person (`Provision on demand`) und starten Sie dann das Provisioning.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'Entra sends changes about every 40 minutes. It retries failed changes soon at first, later once a day, for up to 28 days.',
      de: 'Entra sendet Änderungen etwa alle 40 Minuten. Fehlgeschlagene Änderungen versucht es erst bald, später einmal am Tag erneut, bis zu 28 Tage lang.',
    },
    {
      en: 'If Formstead rejects the credential, or many requests fail, Entra puts the job into quarantine and disables it after four weeks. Fix the cause, then restart provisioning in Entra.',
      de: 'Lehnt Formstead die Zugangsdaten ab oder schlagen viele Anfragen fehl, setzt Entra den Auftrag in Quarantäne und schaltet ihn nach vier Wochen aus. Beheben Sie die Ursache und starten Sie das Provisioning in Entra neu.',
    },
    {
      en: 'People who are no longer assigned are deactivated, not deleted. They are deleted when Entra permanently removes the user after 30 days.',
      de: 'Nicht mehr zugewiesene Personen werden deaktiviert, nicht gelöscht. Gelöscht werden sie, wenn Entra sie nach 30 Tagen endgültig entfernt.',
    },
    {
      en: 'Entra sends only the direct members of a group, not groups inside groups. It never sends passwords.',
      de: 'Entra sendet nur die direkten Mitglieder einer Gruppe, keine Gruppen in Gruppen. Passwörter sendet es nie.',
    },
    {
      en: 'A value that you clear in Entra usually stays in Formstead, because Entra does not send empty values.',
      de: 'Ein Wert, den Sie in Entra leeren, bleibt in Formstead meist erhalten, weil Entra leere Werte nicht sendet.',
    },
    {
      en: 'Entra can send app roles as roles. Formstead stores them, but they have no effect. Map a group to a role instead.',
      de: 'Entra kann App-Rollen als roles senden. Formstead speichert sie, aber sie haben keine Wirkung. Ordnen Sie stattdessen eine Gruppe einer Rolle zu.',
    },
    {
      en: 'The flag aadOptscim062020 in the tenant URL changes the format of updates. Formstead supports both formats, so you don’t need the flag.',
      de: 'Der Zusatz aadOptscim062020 in der Tenant-URL ändert das Format der Änderungen. Formstead unterstützt beide Formate, der Zusatz ist also nicht nötig.',
    },
  ],
};
