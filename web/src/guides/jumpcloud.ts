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
        en: 'On its `Identity Management` tab choose `SCIM 2.0` and fill in the fields. The test address must not belong to a user in Formstead.',
        de: 'Wählen Sie im Reiter `Identity Management` `SCIM 2.0` und füllen Sie die Felder aus. Die Testadresse darf in Formstead keiner Person gehören.',
      },
      fields: [
        { field: 'Base URL', copy: '{baseUrl}' },
        { field: 'Token Key', own: 'token' },
        { field: 'Test User Email', copy: 'jumpcloud-test@example.com' },
      ],
    },
    {
      text: {
        en: 'Choose `Test Connection`, then `Activate`. JumpCloud creates a test user and a test group and deletes both.',
        de: 'Wählen Sie `Test Connection`, dann `Activate`. JumpCloud legt eine Testperson und eine Testgruppe an und löscht beide.',
      },
    },
    {
      text: {
        en: 'To send groups, turn on the management of user groups and group membership. Then save.',
        de: 'Um Gruppen zu senden, schalten Sie die Verwaltung von Gruppen und Mitgliedschaften ein. Speichern Sie dann.',
      },
    },
    {
      text: {
        en: 'On the `User Groups` tab, select the groups whose members JumpCloud sends.',
        de: 'Wählen Sie im Reiter `User Groups` die Gruppen, deren Mitglieder JumpCloud senden soll.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'If activation fails, the provisioning log shows which of its test requests Formstead rejected.',
      de: 'Schlägt die Aktivierung fehl, zeigt das Provisioning-Protokoll, welche der Testanfragen Formstead abgelehnt hat.',
    },
    {
      en: 'A custom application can’t send custom schemas.',
      de: 'Eigene Schemas kann eine Custom Application nicht senden.',
    },
    {
      en: 'People who leave the groups are deactivated in Formstead.',
      de: 'Personen, die die Gruppen verlassen, werden in Formstead deaktiviert.',
    },
  ],
};
