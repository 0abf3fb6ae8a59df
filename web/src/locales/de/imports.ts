/** What an import left out or changed, by the kind of the note. */
export const imports = {
  imports: {
    notes: {
      unknownType: 'Formstead hat kein Feld für den Typ {{type}}.',
      media: 'Ton- und Videodateien lassen sich an Formulare nicht anhängen.',
      metadata: 'Wer ein Formular wann ausfüllt, hält Formstead ohne Feld fest.',
      fileList: 'Die Optionen stehen in einer eigenen Datei, die nicht Teil der Arbeitsmappe ist.',
      missingList: 'Es gibt keine Auswahlliste mit dem Namen {{list}}.',
      noName: 'Diese Zeile hat keinen Namen.',
      hiddenField: 'Ein verborgenes Feld ohne Wert hat in Formstead keinen Zweck.',
      noteText: 'Der Hinweis hat keinen Text.',
      column: 'Formstead verwendet die Spalte {{column}} nicht.',
      sheet: 'Formstead verwendet dieses Blatt nicht.',
      setting: 'Formstead verwendet die Einstellung {{setting}} nicht.',
      language: 'Formstead kennt die Sprache {{language}} nicht.',
      unreadableExpression: '{{column}} lässt sich nicht lesen: {{expression}}',
      unknownFunction: '{{column}} verwendet {{what}}. Das gibt es in Formstead nicht.',
      unknownName: '{{column}} verweist auf {{what}}. Das ist nicht in der Vorlage.',
      repeatedName:
        '{{column}} verweist auf {{what}}. Das liegt in einem anderen wiederholten Abschnitt.',
      tooLong: '{{column}} ist länger als {{what}} Zeichen.',
      pattern: '{{column}} enthält einen regulären Ausdruck. Solche prüft Formstead nicht.',
      repeatCount:
        'Einträge werden hinzugefügt, wie die Antwort es sagt. Ausgefüllte bleiben, wenn sie kleiner wird. Einträge lassen sich auch von Hand hinzufügen und entfernen.',
      dateNumber: '{{column}} rechnet mit einem Datum wie mit einer Zahl.',
      missingChoice:
        '{{column}} vergleicht {{name}} mit {{value}}. Das ist keine der Optionen, deshalb ist dieser Teil nie wahr.',
      emptyEntries:
        'In {{column}} überspringt {{what}} Einträge ohne Antwort. In ODK gibt es dann kein Ergebnis.',
      countFilled: 'In {{column}} zählt {{what}} nur Einträge mit einer Antwort.',
      unasked: 'Diese Zeile beantwortet niemand, deshalb wird {{column}} nicht geprüft.',
      recalculated: 'Sobald jemand die Antwort ändert, wird sie nicht mehr berechnet.',
      noMessage:
        'Die Bedingung hat keine Meldung. Bis Sie eine schreiben, steht dort „Dieser Wert ist nicht erlaubt.“',
      widerPattern: 'Statt {{pattern}} sind Buchstaben jedes Alphabets erlaubt, groß und klein.',
      shownReference:
        '{{column}} zeigt „…“ statt der Antwort auf {{what}}, die sich dort nicht zeigen lässt.',
      loop: 'Die Fragen der Schleife gibt es für jede Option von {{list}} einmal.',
      picture:
        'Die Arbeitsmappe enthält nur den Namen des Bildes {{file}}. Formstead zeigt Bilder in Hinweistexten: Fügen Sie es dort hinzu.',
      sound: 'Formstead spielt keine Töne und Videos ab, zum Beispiel {{file}}.',
      parameter: 'Formstead verwendet den Parameter {{parameter}} nicht.',
      formulaError: 'Die Zelle in {{column}} zeigt {{value}}, weil ihre Formel fehlgeschlagen ist.',
      unfitDefault: 'Der Standardwert {{value}} ist keine gültige Antwort.',
      sameChoice: 'In der Liste {{list}} steht die Auswahl {{value}} zweimal.',
      tableList:
        'Die Fragen dieser Tabelle stehen einzeln: Sie unterscheiden sich in mehr als der Beschriftung, oder andere Felder nennen eine von ihnen.',
      emptyGroup: 'In dieser Gruppe bleibt nichts übrig.',
      namePattern:
        'Das Namensmuster {{pattern}} hat einen Platzhalter, den dieses Formstead nicht kennt.',
      list: 'Für {{list}} gibt es keine Liste. Wählen Sie eine im Feld.',
      listMade: 'Aus den {{count}} Optionen von {{list}} wird eine gemeinsame Liste.',
      listOther:
        'In einer gemeinsamen Liste werden nur Zeilen gewählt, deshalb entfällt „Sonstiges“.',
      listFilter:
        'Eine gemeinsame Liste lässt sich nur nach einer Spalte filtern, die einer Antwort gleicht. Der Filter {{expression}} entfällt.',
      listLanguages:
        'Eine gemeinsame Liste hat eine Sprache. Die Optionen von {{list}} erscheinen in der Standardsprache des Formulars.',
      rule: 'Die Regel {{rule}} ist aus. Prüfen Sie, was darin genannt ist, und schalten Sie sie dann ein.',
      rulesLeft: 'So viele Regeln kann dieses Formstead nicht lesen: {{count}}.',
      listRow: 'Die Option {{value}} ist zu lang für eine Zeile einer gemeinsamen Liste.',
      listRoom:
        'Ihre Organisation hat {{limit}} gemeinsame Listen, mehr sind nicht möglich. Deshalb wurde aus {{list}} keine. Löschen Sie eine Liste und importieren Sie erneut, oder wählen Sie eine Liste im Feld.',
      changedForm:
        'Die Tabellenblätter wurden geändert und deshalb als XLSForm gelesen. Was XLSForms nicht kennen, fehlt.',
      noDefault: 'Ein Feld dieser Art hat keinen Standardwert und keine Berechnung.',
      member: 'Diese Version von Formstead kennt {{member}} nicht.',
      listColumn: 'Die Liste {{list}} hat keine Spalte {{column}}, die das Feld verwendet.',
      malformedText:
        'Beschädigte oder unsichtbare Zeichen wurden ersetzt oder entfernt, weil sie nicht gespeichert werden können.',
      renamed: 'Das Feld heißt jetzt {{to}}.',
      range: 'Aus dem Schieberegler wird ein Zahlenfeld mit denselben Grenzen.',
      approximateDate: 'Das Feld fragt nach einem vollständigen Datum.',
      formatting: 'Formstead zeigt den Text ohne seine Formatierung.',
      appearance: 'Formstead verwendet die Darstellung {{appearance}} nicht.',
    },
  },
} as const;
