export const outbox = {
  outbox: {
    title: 'Postausgang',
    lead: 'Diese Änderungen sind nicht gesendet.',
    empty: 'Alles ist gesendet',
    emptyHint: 'Formstead hat alles, was Sie auf diesem Gerät eingegeben haben.',
    toForms: 'Meine Formulare anzeigen',
    offline: 'Sie sind offline',
    offlineHint: 'Formstead sendet weiter, sobald Sie wieder online sind.',
    sendAll: 'Jetzt senden',
    changed: 'Geändert',
    files_one: '{{count}} Datei nicht gesendet',
    files_other: '{{count}} Dateien nicht gesendet',
    open: 'Öffnen',
    retry: 'Erneut versuchen',
    retryOne: 'Erneut versuchen: {{name}}',
    download: 'Herunterladen',
    downloadOne: 'Als JSON herunterladen: {{name}}',
    downloadFirst: 'Formular vorher herunterladen',
    delete: 'Löschen',
    deleteOne: 'Von diesem Gerät löschen: {{name}}',
    deleteTitle: '{{name}} von diesem Gerät löschen?',
    deleteHere: 'Von diesem Gerät löschen',
    deleteNew: 'Dieses Formular gibt es nur auf diesem Gerät. Alle Eingaben gehen verloren.',
    deleteChanges:
      'Das Formular bleibt so, wie Formstead es zuletzt erhalten hat. Nicht gesendete Änderungen auf diesem Gerät gehen verloren.',
    state: {
      conflict: 'Konflikt',
      refused: 'Abgelehnt',
      noAnswer: 'Keine Antwort',
      waiting: 'Wartet',
      completing: 'Wird abgeschlossen',
    },
    why: {
      conflict:
        'Eine andere Person hat dieselben Antworten geändert. Öffnen Sie das Formular und wählen Sie, welche bleiben.',
      complete:
        'Das Formular wurde abgeschlossen, bevor diese Änderungen gesendet waren. Laden Sie die Änderungen herunter oder lassen Sie das Formular wieder öffnen.',
      waiting: 'Formstead sendet dieses Formular, sobald Sie online sind.',
      completing: 'Formstead sendet dieses Formular und schließt es ab, sobald Sie online sind.',
      noAnswer_one: 'Formstead hat nicht geantwortet. Nächster Versuch in {{next}}.',
      noAnswer_other:
        'Formstead hat {{count}}-mal nicht geantwortet. Nächster Versuch in {{next}}.',
    },
    seconds_one: '{{count}} Sekunde',
    seconds_other: '{{count}} Sekunden',
  },
} as const;
