import { type Guide, makeToken, watchLog } from './guide.ts';

export const jumpcloud: Guide = {
  id: 'jumpcloud',
  name: 'JumpCloud',
  proof: {
    en: 'A provisioning token as the token key.',
    de: 'Ein Provisioning-Token als Token Key.',
  },
  steps: [
    makeToken('JumpCloud'),
    {
      text: {
        en: 'In the JumpCloud admin portal open `SSO Applications`, add a `Custom Application`, and choose `Export users to this app (Identity Management)`.',
        de: 'Öffnen Sie im JumpCloud-Portal `SSO Applications`, fügen Sie eine `Custom Application` hinzu und wählen Sie `Export users to this app (Identity Management)`.',
      },
    },
    {
      text: {
        en: 'On its `Identity Management` tab choose `SCIM 2.0` and fill in the fields. The test address must belong to nobody here.',
        de: 'Wählen Sie im Reiter `Identity Management` `SCIM 2.0` und füllen Sie die Felder aus. Die Testadresse darf hier niemandem gehören.',
      },
      fields: [
        { field: 'Base URL', copy: '{baseUrl}' },
        { field: 'Token Key', own: 'token' },
        { field: 'Test User Email', copy: 'jumpcloud-test@example.com' },
      ],
    },
    {
      text: {
        en: 'Choose `Test Connection`, then `Activate`. JumpCloud makes a test user and a test group and deletes both.',
        de: 'Wählen Sie `Test Connection`, dann `Activate`. JumpCloud legt eine Testperson und eine Testgruppe an und löscht beide.',
      },
    },
    {
      text: {
        en: 'Switch on the management of user groups and group membership if groups shall be sent, and save.',
        de: 'Schalten Sie die Verwaltung von Gruppen und Mitgliedschaften ein, wenn Gruppen geschickt werden sollen, und speichern Sie.',
      },
    },
    {
      text: {
        en: 'On the `User Groups` tab tick the groups whose people shall be sent.',
        de: 'Haken Sie im Reiter `User Groups` die Gruppen an, deren Personen geschickt werden sollen.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'If activation fails, the provisioning log shows which of its test requests was refused.',
      de: 'Schlägt die Aktivierung fehl, zeigt das Provisioning-Protokoll, welche der Testanfragen abgewiesen wurde.',
    },
    {
      en: 'Custom schemas can’t be sent from a custom application.',
      de: 'Eigene Schemas kann eine Custom Application nicht schicken.',
    },
    {
      en: 'Who leaves the groups is deactivated here.',
      de: 'Wer die Gruppen verlässt, wird hier deaktiviert.',
    },
  ],
};
