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
        en: 'In the authentik admin interface open `Applications`, `Applications`, choose `New Application`, and take `SCIM` as the provider type.',
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
        de: 'Behalten Sie die mitgelieferten Property Mappings. Um nur einige Personen zu schicken, wählen Sie eine Gruppe als Filter.',
      },
    },
    {
      text: {
        en: 'Edit the application and add the SCIM provider under `Backchannel providers`: without that nothing is sent.',
        de: 'Bearbeiten Sie die Anwendung und fügen Sie den SCIM-Provider unter `Backchannel providers` hinzu: Sonst wird nichts geschickt.',
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
      en: 'authentik makes people first and asks afterwards: for somebody who exists already the log shows a 409 and then a search. That is how it links them.',
      de: 'authentik legt Personen erst an und fragt dann: Gibt es jemanden schon, zeigt das Protokoll eine 409 und danach eine Suche. So verknüpft es.',
    },
    {
      en: 'Who is removed or filtered out in authentik is deleted here, not deactivated; who is deactivated there is deactivated here.',
      de: 'Wer in authentik entfernt oder herausgefiltert wird, wird hier gelöscht, nicht deaktiviert; wer dort deaktiviert ist, ist es auch hier.',
    },
    {
      en: 'It remembers for an hour what this service can do. After an update here, wait or save the provider again.',
      de: 'Es merkt sich eine Stunde lang, was dieser Dienst kann. Warten Sie nach einem Update hier oder speichern Sie den Provider neu.',
    },
    {
      en: 'If this service runs with a certificate of its own making, authentik has to trust it, or look for the setting that verifies the server’s certificate.',
      de: 'Läuft dieser Dienst mit einem selbst gemachten Zertifikat, muss authentik ihm vertrauen; suchen Sie sonst die Einstellung zur Prüfung des Server-Zertifikats.',
    },
  ],
};
