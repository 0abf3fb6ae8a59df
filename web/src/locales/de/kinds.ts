export const kinds = {
  kinds: {
    takePhoto: 'Foto aufnehmen',
    anotherPhoto: 'Durch neues Foto ersetzen',
    choosePhoto: 'Foto auswählen',
    replacePhoto: 'Foto ersetzen',
    choosePhotoFor: 'Foto auswählen: {{title}}',
    replacePhotoFor: 'Foto ersetzen: {{title}}',
    removePhoto: 'Foto entfernen',
    noPhoto: 'Kein Foto',
    noPicture: 'Diese Datei ist nicht als Bild lesbar. Wählen Sie ein anderes Foto.',
    photoNotKept:
      'Das Foto konnte auf diesem Gerät nicht gespeichert werden. Vielleicht ist der Speicher voll.',
    drawnPhoto: 'Foto mit Zeichnung: {{name}}',
    draw: 'Auf Foto zeichnen',
    drawOn: 'Foto zum Zeichnen: {{title}}',
    closeDrawing: 'Schließen',
    tool: 'Werkzeug',
    tools: { pen: 'Stift', arrow: 'Pfeil', box: 'Rechteck', ellipse: 'Ellipse', text: 'Text' },
    shapes: {
      pen: 'Freihandlinie',
      line: 'Linie',
      arrow: 'Pfeil',
      box: 'Rechteck',
      ellipse: 'Ellipse',
      text: 'Text',
    },
    colour: 'Farbe',
    colours: { red: 'rot', yellow: 'gelb', blue: 'blau', black: 'schwarz' },
    undo: 'Rückgängig',
    addToMiddle: 'In der Mitte einfügen',
    textToPlace: 'Text zum Platzieren',
    textToPlaceHint: 'Geben Sie ihn ein und tippen Sie dann auf die Stelle im Foto.',
    shapeCount_one: '{{count}} Form. Sie ist schon gespeichert.',
    shapeCount_other: '{{count}} Formen. Alle sind schon gespeichert.',
    shapesHint:
      'Ist eine Form ausgewählt, verschieben die Pfeiltasten sie, + und − ändern ihre Größe, Entf löscht sie.',
    deleteShape: '{{name}} löschen',
    drawingFull:
      'Die Zeichnung hat ihre maximale Größe erreicht. Löschen Sie Formen, um neue zu zeichnen.',
    scan: 'Code scannen',
    scanAgain: 'Anderen Code scannen',
    scanFor: 'Code scannen: {{title}}',
    camera: 'Kamerabild',
    cameraStarts: 'Die Kamera wird gestartet…',
    pointAtCode:
      'Richten Sie die Kamera auf den Barcode oder QR-Code. Formstead liest ihn automatisch.',
    cameraDenied:
      'Die Kamera ist blockiert. Erlauben Sie sie im Browser und versuchen Sie es erneut, oder geben Sie den Code ein.',
    noCamera: 'Dieses Gerät hat keine Kamera. Geben Sie den Code ein.',
    cameraFailed:
      'Der Scanner konnte nicht gestartet werden. Versuchen Sie es erneut oder geben Sie den Code ein.',
    codeRead: 'Code gelesen.',
    codeTooLong: 'Dieser Code hat mehr als {{limit}} Zeichen und kann nicht gespeichert werden.',
    locate: 'Meinen Standort verwenden',
    locateAgain: 'Meinen Standort aktualisieren',
    keepPosition: 'Stoppen und diese Position behalten',
    looking: 'Ihr Standort wird ermittelt…',
    coordinatesHint: 'Oder geben Sie Breiten- und Längengrad ein, zum Beispiel 47.3769, 8.5417.',
    accuracyGood: 'Auf {{meters}} m genau',
    accuracyPoor: 'Nur auf {{meters}} m genau',
    accuracyPoorHint:
      'Versuchen Sie es für eine bessere Position im Freien erneut oder behalten Sie diese.',
    placeDenied:
      'Der Standort ist blockiert. Erlauben Sie ihn im Browser und versuchen Sie es erneut, oder geben Sie die Koordinaten ein.',
    clearAnswer: 'Antwort löschen',
    noValue: 'Noch kein Wert',
    moveUp: 'Nach oben: {{text}}',
    moveDown: 'Nach unten: {{text}}',
    drag: 'An eine andere Stelle ziehen',
    placeOf: '{{text}}: Platz {{place}} von {{count}}',
    notRanked:
      'Noch nicht geordnet. Bringen Sie die Auswahlmöglichkeiten in Ihre Reihenfolge oder behalten Sie diese.',
    keepOrder: 'Diese Reihenfolge behalten',
    placeFailed:
      'Der Standort konnte nicht ermittelt werden. Versuchen Sie es im Freien erneut oder geben Sie die Koordinaten ein.',
    list: {
      search: 'Zum Suchen tippen',
      nothing: 'Keine passende Zeile.',
      more: 'Erste {{count}} Zeilen. Tippen Sie für andere.',
      first: 'Beantworten Sie zuerst „{{field}}“.',
      failed:
        'Die Liste konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
      closed:
        'Diese Liste steht Ihnen nicht mehr zur Verfügung. Fragen Sie die Person, von der Sie das Formular haben.',
      least: 'Geben Sie mindestens {{count}} Zeichen ein.',
      inactive: '{{label}} (nicht mehr in der Liste)',
      clear: 'Leeren',
    },
    people: {
      search: 'Namen eingeben',
      nothing: 'Niemand passt dazu.',
      more: 'Die ersten {{count}} Personen. Tippen Sie für weitere.',
      failed:
        'Personen lassen sich nur mit Verbindung suchen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      closed:
        'Diese Personen stehen Ihnen nicht mehr zur Auswahl. Fragen Sie die Person, von der Sie das Formular haben.',
      least: 'Geben Sie mindestens {{count}} Buchstaben ein.',
      erased: 'Gelöschte Person',
    },
  },
} as const;
