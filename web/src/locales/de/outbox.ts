export const outbox = {
  outbox: {
    title: 'Ausgang',
    lead: 'Was Sie auf diesem Gerät eingegeben haben und der Dienst noch nicht hat. Es wird von selbst gesendet, sobald es Netz gibt.',
    empty: 'Nichts wartet: Der Dienst hat alles, was Sie auf diesem Gerät eingegeben haben.',
    offline: 'Kein Netz',
    offlineHint: 'Das Senden geht von selbst weiter, sobald es eines gibt.',
    sendAll: 'Jetzt senden',
    changed: 'Geändert',
    files_one: '{{count}} Datei nicht gesendet',
    files_other: '{{count}} Dateien nicht gesendet',
    open: 'Öffnen',
    retry: 'Noch einmal versuchen',
    retryOne: 'Noch einmal versuchen: {{name}}',
    download: 'Herunterladen',
    downloadOne: 'Als JSON herunterladen: {{name}}',
    downloadFirst: 'Vorher herunterladen',
    delete: 'Löschen',
    deleteOne: 'Von diesem Gerät löschen: {{name}}',
    deleteTitle: '{{name}} von diesem Gerät löschen?',
    deleteHere: 'Von diesem Gerät löschen',
    deleteNew: 'Der Dienst kennt dieses Formular nicht. Alle Eingaben darin gehen verloren.',
    deleteChanges:
      'Der Dienst behält das Formular, wie er es hat. Was Sie auf diesem Gerät geändert haben und nicht gesendet ist, geht verloren.',
    state: {
      conflict: 'Ihre Wahl fehlt',
      refused: 'Nicht angenommen',
      noAnswer: 'Keine Antwort',
      waiting: 'Wartet',
    },
    why: {
      conflict:
        'Jemand anderes hat dieselben Antworten geändert. Öffnen Sie es und wählen Sie, welche bleiben.',
      complete:
        'Das Formular wurde abgeschlossen, bevor dies gesendet war. Laden Sie es herunter oder lassen Sie das Formular wieder öffnen.',
      waiting: 'Es wird gesendet, sobald es Netz gibt.',
      noAnswer_one: 'Der Dienst hat nicht geantwortet. Nächster Versuch in {{next}}.',
      noAnswer_other:
        'Der Dienst hat schon {{count}}-mal nicht geantwortet. Nächster Versuch in {{next}}.',
    },
    seconds_one: '{{count}} Sekunde',
    seconds_other: '{{count}} Sekunden',
  },
} as const;
