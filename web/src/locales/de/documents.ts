export const documents = {
  documents: {
    title: 'Dokumente',
    lead: 'Ihr eigenes Papier: Formstead druckt die Antworten eines Formulars auf das PDF statt in das Standard-PDF.',
    none: 'Noch keine Dokumente.',
    add: 'PDF hochladen',
    addHint:
      'Ein PDF mit höchstens 20 MB. Felder, die wie eine Frage heißen, werden gleich zugeordnet.',
    added:
      '{{title}} hinzugefügt. Veröffentlichen Sie die Vorlage, um Formulare darauf zu drucken.',
    edit: 'Bearbeiten',
    editOf: '{{title}} bearbeiten',
    remove: 'Entfernen',
    removeOf: '{{title}} entfernen',
    removed: '{{title}} entfernt. Vorhandene Formulare lassen sich weiter darauf drucken.',
    sure: '{{title}} entfernen?',
    sureText: 'Formulare von Versionen, die damit veröffentlicht wurden, behalten es.',
    paper: 'Leeres Papier',
    original: 'Hochgeladenes PDF',
    trial: 'Mit langen Antworten drucken',
    name: 'Name',
    save: 'Speichern',
    saved: 'Dokument gespeichert. Veröffentlichen Sie die Vorlage, um so zu drucken.',
    fields: 'Felder des PDFs',
    noFields:
      'Das PDF hat keine Felder. Alle Antworten stehen auf Seiten dahinter. Fügen Sie in einem PDF-Editor Felder hinzu und laden Sie es noch einmal hoch.',
    page: 'Seite {{number}}',
    shows: 'In {{name}} zeigen',
    nothing: 'Nichts',
    questions: 'Antworten',
    facts: 'Das Formular',
    fact: {
      number: 'Nummer des Formulars',
      name: 'Name des Formulars',
      sent: 'Abgeschlossen am',
      by: 'Abgeschlossen von',
    },
    unplaced: 'Nicht auf dem Papier',
    unplacedHint:
      'Diese Antworten stehen auf Seiten hinter dem Papier. Wählen Sie die ab, die nicht gedruckt werden sollen.',
    lost: 'Die Frage dieses Felds gibt es nicht mehr. Wählen Sie eine andere.',
    notes: {
      scripts: 'Skripte im PDF wurden entfernt.',
      annotations_one: 'Ein Kommentar, Link oder Stempel wurde entfernt.',
      annotations_other: '{{count}} Kommentare, Links und Stempel wurden entfernt.',
      signed: 'Das PDF war signiert. Seine Signatur bleibt nicht erhalten.',
      layers: 'Alle Ebenen des PDFs werden gezeigt.',
      unread_one: 'Ein Feld ließ sich nicht lesen.',
      unread_other: '{{count}} Felder ließen sich nicht lesen.',
    },
    untagged:
      'Screenreader können ein ausgefülltes PDF schlecht lesen. Das Standard-PDF bleibt verfügbar.',
  },
};
