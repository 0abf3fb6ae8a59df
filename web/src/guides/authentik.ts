import { type Guide, makeToken, omittedMembers, watchLog } from './guide.ts';

export const authentik: Guide = {
  id: 'authentik',
  name: 'authentik',
  proof: {
    en: 'A provisioning token as the token of the SCIM provider.',
    de: 'Ein Provisioning-Token als Token des SCIM-Providers.',
  },
  steps: [
    makeToken('authentik'),
    {
      text: {
        en: 'In the authentik admin interface open `Applications`, `Applications`, choose `New Application`, and select `SCIM` as the provider type.',
        de: 'Öffnen Sie in der Admin-Oberfläche von authentik `Applications`, `Applications`, wählen Sie `New Application` und als Provider-Typ `SCIM`.',
      },
      fields: [
        { field: 'URL', copy: '{baseUrl}' },
        { field: 'Token', own: 'token' },
      ],
    },
    {
      text: {
        en: 'Keep the property mappings that come with authentik. To send only some people, choose a group as filter.',
        de: 'Behalten Sie die mitgelieferten Property Mappings. Um nur einige Personen zu senden, wählen Sie eine Gruppe als Filter.',
      },
    },
    {
      text: {
        en: 'Edit the application and add the SCIM provider under `Backchannel providers`. Otherwise authentik sends nothing.',
        de: 'Bearbeiten Sie die Anwendung und fügen Sie den SCIM-Provider unter `Backchannel providers` hinzu. Sonst sendet authentik nichts.',
      },
    },
    {
      text: {
        en: 'Run a sync from the page of the provider, or wait for the next one.',
        de: 'Starten Sie auf der Seite des Providers einen Sync oder warten Sie auf den nächsten.',
      },
    },
    watchLog,
  ],
  notes: [
    omittedMembers,
    {
      en: 'authentik first tries to create each person. If the person already exists, the log shows a 409 and then a search, with which authentik links them.',
      de: 'authentik versucht zuerst, jede Person anzulegen. Gibt es sie schon, zeigt das Protokoll eine 409 und danach eine Suche, mit der authentik sie verknüpft.',
    },
    {
      en: 'People whom you remove or filter out in authentik are deleted in Formstead. People whom you deactivate there are deactivated.',
      de: 'Personen, die Sie in authentik entfernen oder herausfiltern, werden in Formstead gelöscht. Personen, die Sie dort deaktivieren, werden deaktiviert.',
    },
    {
      en: 'authentik caches the supported features for an hour. After an update of Formstead, wait an hour or save the provider again.',
      de: 'authentik merkt sich die unterstützten Funktionen eine Stunde lang. Warten Sie nach einem Update von Formstead eine Stunde oder speichern Sie den Provider erneut.',
    },
    {
      en: 'If Formstead uses a self-signed certificate, authentik must trust it. Otherwise change the setting that verifies the server’s certificate.',
      de: 'Verwendet Formstead ein selbst signiertes Zertifikat, muss authentik ihm vertrauen. Ändern Sie sonst die Einstellung, die das Server-Zertifikat prüft.',
    },
  ],
};
