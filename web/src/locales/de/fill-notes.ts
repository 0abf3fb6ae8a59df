export const fillNotes = {
  fillNotes: {
    row: 'Zeile {{number}}',
    notHere: 'Dieses Formular ist nicht auf diesem Gerät',
    notHereHint:
      'Sie sind offline, daher lässt sich das Formular nicht laden. Ihre offenen Formulare werden hier gespeichert, solange Sie online sind, und funktionieren dann offline.',
    instructions: 'Anweisungen',
    sentBack: 'Dieses Formular wurde zurückgegeben',
    sentBackBy: 'Zurückgegeben von {{name}}',
    willComplete: 'Das Formular wird abgeschlossen, wenn Sie wieder online sind',
    willCompleteSignedIn: 'Das Formular wird abgeschlossen, wenn Sie sich anmelden',
    willCompleteHint:
      'Sie können diese Seite verlassen. Wenn Sie vorher noch eine Antwort ändern, schließen Sie das Formular erneut ab.',
    removed: {
      removed: 'Eintrag {{number}} von „{{title}}“ entfernt.',
      restored: 'Eintrag {{number}} von „{{title}}“ wiederhergestellt.',
      undo: 'Rückgängig machen',
    },
    left: {
      wrong_one: '{{count}} Antwort fehlt oder ist ungültig',
      wrong_other: '{{count}} Antworten fehlen oder sind ungültig',
      unseen_one: '{{count}} Frage haben Sie noch nicht gesehen',
      unseen_other: '{{count}} Fragen haben Sie noch nicht gesehen',
      unseenHint: 'Sehen Sie sie zuerst an oder schließen Sie das Formular trotzdem ab.',
    },
    notSaved: 'Der Server hat die Änderung abgelehnt',
    notCompleted: 'Das Formular konnte nicht abgeschlossen werden',
    lostWork: 'Die Aufgabe hat sich geändert, während Sie offline waren',
    completedElsewhere:
      'Das Formular wurde abgeschlossen, bevor Ihre letzten Änderungen gesendet waren. Sie sind auf diesem Gerät gespeichert. Laden Sie sie im Postausgang herunter oder lassen Sie das Formular wieder öffnen.',
    gone: {
      'form-deleted': 'Dieses Formular wurde gelöscht',
      'form-assigned': 'Dieses Formular wurde jemand anderem zugewiesen',
      'form-claimed': 'Ein anderes Mitglied Ihrer Gruppe hat dieses Formular übernommen',
      unknown: 'Dieses Formular gibt es nicht mehr, oder Sie dürfen es nicht mehr sehen',
      by: 'Von {{name}}',
      kept: 'Ihre Änderungen lassen sich nicht mehr senden. Alles, was Sie eingegeben haben, bleibt auf diesem Gerät, bis Sie es verwenden oder löschen.',
      anew: 'Mit diesen Antworten neu beginnen',
      handOver: 'An die zuständige Person übergeben',
      handedOver: 'Ein neues Formular mit Ihren Antworten geht an die zuständige Person.',
      download: 'Eingaben herunterladen',
    },
    merge: {
      quoted: '„{{title}}“',
      also: 'Eine andere Person hat gerade auch {{titles}} geändert',
      alsoBy: '{{name}} hat gerade auch {{titles}} geändert',
      theirsIs: 'Andere Antwort: {{answer}}',
      whenLeft: 'Wenn Sie dieses Feld verlassen, wählen Sie, welche Antwort bleibt.',
      title: 'Eine andere Person hat dieselben Antworten geändert',
      lead: 'Wählen Sie, welche Antworten bleiben. Alle anderen Änderungen sind schon zusammengeführt.',
      leadBy:
        '{{name}} hat sie auch geändert. Wählen Sie, welche Antworten bleiben. Alle anderen Änderungen sind schon zusammengeführt.',
      mine: 'Ihre Antwort',
      theirs: 'Andere Antwort',
      choose: 'Auswahl speichern',
    },
  },
} as const;
