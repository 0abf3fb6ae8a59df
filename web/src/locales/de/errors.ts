export const errors = {
  errors: {
    'malformed-json': 'Die Anfrage war nicht lesbar. Laden Sie die Seite neu.',
    'malformed-text': 'Der Text enthält Zeichen, die sich nicht speichern lassen.',
    'malformed-request': 'Die Anfrage war nicht lesbar. Laden Sie die Seite neu.',
    'invalid-parameter':
      'Ein Filter oder eine Angabe in der Adresse ist nicht gültig. Setzen Sie die Filter zurück und versuchen Sie es noch einmal.',
    'invalid-value':
      'Dieser Wert ist nicht gültig. Prüfen Sie ihn und versuchen Sie es noch einmal.',
    'request-timeout':
      'Die Anfrage kam zu langsam an. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    'body-too-large': 'Das ist zu groß, um es zu speichern.',
    'body-too-large/limit': 'Das ist zu groß: höchstens {{limit}} Bytes.',
    'header-too-large':
      'Der Browser hat zu viel mitgeschickt. Löschen Sie die Cookies dieser Adresse und versuchen Sie es noch einmal.',
    'not-done': 'Ein anderer Schritt ist fehlgeschlagen, darum wurde nichts geändert.',
    'unsupported-media-type': 'Diese Art von Daten wird hier nicht angenommen.',
    'not-acceptable': 'Der Dienst kann nicht in dem gewünschten Format antworten.',
    'unknown-path': 'Unter dieser Adresse gibt es nichts.',
    'not-found': 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
    'method-not-allowed': 'Das ist hier nicht möglich.',
    'precondition-failed':
      'Jemand anderes hat das inzwischen geändert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung.',
    'too-many-requests':
      'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    'plain-http':
      'Dieser Dienst ist nur über HTTPS erreichbar. Öffnen Sie die Adresse mit https://.',
    'not-implemented': 'Das gibt es hier nicht.',
    'query-too-slow':
      'Die Suche hat zu lange gedauert. Grenzen Sie sie ein und versuchen Sie es noch einmal.',
    busy: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
    draining: 'Der Dienst wird gerade beendet. Versuchen Sie es gleich noch einmal.',
    'pages-not-built':
      'Die Seiten dieses Dienstes sind nicht gebaut. Sagen Sie es denen, die ihn betreiben.',
    'storage-unavailable':
      'Der Dienst erreicht seinen Speicher nicht. Versuchen Sie es gleich noch einmal.',
    internal:
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; wenn es so bleibt, sagen Sie es den Betreibern.',
    'credentials-missing':
      'Sie sind nicht angemeldet. Melden Sie sich an und versuchen Sie es noch einmal.',
    'credentials-invalid': 'Die Anmeldedaten stimmen nicht.',
    'sign-in-by-sso':
      'Ihre Organisation erlaubt nur Single Sign-on. Melden Sie sich mit ihrem Identity Provider an; Passwort und Passkey gelten nur für Notfall-Admins.',
    'basic-off': 'Basic-Authentifizierung ist ausgeschaltet.',
    'basic-second-factor':
      'Für diesen Benutzer reicht ein Passwort allein nicht: Programme verwenden einen API-Zugang statt Basic-Authentifizierung.',
    'token-invalid': 'Das Zugriffstoken ist nicht gültig.',
    'token-expired': 'Das Zugriffstoken ist abgelaufen.',
    forbidden: 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Admin.',
    'insufficient-scope': 'Dieser API-Zugang erlaubt das nicht.',
    'session-missing':
      'Sie sind nicht angemeldet. Melden Sie sich an und versuchen Sie es noch einmal.',
    'session-ended': 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
    'sign-in-refused':
      'Benutzername, E-Mail oder Passwort stimmt nicht, oder Sie dürfen sich hier nicht anmelden. Eine E-Mail-Adresse, die mehrere haben, gilt nicht.',
    'code-refused':
      'Der Code stimmt nicht oder wurde schon benutzt. Warten Sie auf den nächsten Code Ihrer App, oder verwenden Sie einen Wiederherstellungscode.',
    'sign-in-step-ended':
      'Das hat zu lange gedauert, oder zu viele Codes waren falsch. Melden Sie sich noch einmal an.',
    'second-factor-needed':
      'Ihre Organisation verlangt einen zweiten Faktor. Richten Sie zuerst einen ein.',
    'confirmation-code-refused':
      'Der Code stimmt nicht oder wurde schon benutzt. Geben Sie den nächsten Code Ihrer App oder einen Wiederherstellungscode ein.',
    'confirmation-by-passkey':
      'Ihre Organisation verlangt einen zweiten Faktor, daher reicht Ihr Passwort allein nicht aus. Verwenden Sie Ihren Passkey.',
    'confirmation-needed': 'Bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal.',
    'confirmation-refused':
      'Damit ließ sich nicht bestätigen, dass Sie es sind. Prüfen Sie Passwort oder Passkey.',
    'cross-site':
      'Das wurde von einer anderen Website ausgelöst und darum abgelehnt. Öffnen Sie den Dienst in einem eigenen Tab.',
    'address-not-allowed': 'Dieser API-Zugang gilt nicht in diesem Netz.',
    'invalid-token-request': 'Die Token-Anfrage ist nicht gültig.',
    'unsupported-grant-type': 'Diese Art der Token-Anfrage wird nicht unterstützt.',
    'invalid-scope': 'Der Scope ist nicht gültig.',
    'token-of-another': 'Das Token gehört einem anderen Client.',
    'unsupported-token-type': 'Tokens dieser Art lassen sich hier nicht widerrufen.',
    'key-set-unavailable': 'Die Schlüssel des Clients lassen sich nicht abrufen.',
    'invalid-filter': 'Der Filter ist nicht gültig.',
    'invalid-path': 'Der Pfad ist nicht gültig.',
    'no-target': 'Es gibt nichts, was sich ändern ließe.',
    'too-many': 'Das ist mehr, als möglich ist.',
    'too-many/limit': 'Das ist mehr, als möglich ist: höchstens {{limit}}.',
    'unsupported-version': 'Diese Version des Protokolls wird nicht unterstützt.',
    'immutable-attribute': 'Das lässt sich nicht ändern.',
    'provisioning-paused': 'Provisioning ist angehalten.',
    'provisioning-disconnected': 'Provisioning ist ausgeschaltet.',
    'user-name-taken': 'Diesen Benutzernamen hat schon jemand anderes. Wählen Sie einen anderen.',
    'group-name-taken': 'Diesen Namen hat schon eine andere Gruppe. Wählen Sie einen anderen.',
    'break-glass-user': 'Dieser Benutzername ist reserviert. Wählen Sie einen anderen.',
    'value-taken': 'Diesen Wert gibt es schon, und er darf nur einmal vorkommen.',
    'local-user': 'Diese Person wurde nicht vom Identity Provider angelegt.',
    'last-admin':
      'Das ist der letzte aktive Admin, der sich anmelden kann. Machen Sie zuerst jemand anderes zum Admin, mit Passwort, Passkey oder Single Sign-on.',
    'unknown-member': 'Ein Mitglied gibt es nicht.',
    'unknown-manager': 'Die Führungskraft gibt es nicht.',
    'group-cycle': 'Eine Gruppe kann sich nicht selbst enthalten, auch nicht über andere.',
    'password-policy':
      'Dieses Passwort ist zu schwach oder zu bekannt. Wählen Sie ein längeres, das niemand errät.',
    'provisioned-field': 'Das verwaltet der Identity Provider. Ändern Sie es dort.',
    'admin-password': 'Das Passwort eines Admins lässt sich hier nicht setzen.',
    'admin-sign-in': 'Wie sich ein Admin anmeldet, kann der Identity Provider nicht ändern.',
    'account-exists': 'Diese Organisation gibt es schon.',
    'already-set-up': 'Der Dienst ist schon eingerichtet. Melden Sie sich an.',
    'sso-unavailable':
      'Der Identity Provider antwortet nicht. Versuchen Sie es gleich noch einmal.',
    'sso-only':
      'Ihre Organisation erlaubt nur Single Sign-on: Niemand bekommt ein Passwort oder einen Passkey.',
    'sso-unproven':
      'Melden Sie sich einmal mit dem Identity Provider an, in einem privaten Fenster, und versuchen Sie es dann noch einmal.',
    'last-break-glass':
      'Single Sign-on ist der einzige Zugang, und niemand sonst ist Notfall-Admin mit Passwort oder Passkey. Lassen Sie einen weiteren Notfall-Admin einrichten, oder erlauben Sie erst wieder Passwörter.',
    'last-way-in':
      'Danach könnten Sie sich nicht mehr anmelden. Fügen Sie zuerst einen anderen Passkey hinzu, oder bitten Sie einen Admin um einen Link, um ein Passwort zu wählen.',
    'no-break-glass':
      'Kein aktiver Admin hat einen Notfallzugang mit Passwort oder Passkey. Wer den Dienst betreibt, richtet ihn mit formstead user protect ein.',
    'mail-off': 'Es ist kein Mailserver eingerichtet, darum wurde nichts gesendet.',
    'mail-refused':
      'Der Mailserver hat die E-Mail nicht angenommen. Prüfen Sie, wie er eingerichtet ist.',
    'no-email': 'Diese Person hat keine E-Mail-Adresse. Tragen Sie zuerst eine ein.',
    'link-invalid':
      'Dieser Link wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt. Bitten Sie um einen neuen.',
    'code-mismatch':
      'Der Code passt nicht. Prüfen Sie die Uhrzeit des Geräts mit der App, und geben Sie den Code ein, den sie jetzt zeigt.',
    'second-factor-required':
      'Ihre Organisation verlangt einen zweiten Faktor. Richten Sie zuerst eine andere App ein, oder fügen Sie einen anderen Passkey hinzu.',
    'passkey-refused': 'Der Passkey wurde nicht angenommen. Beginnen Sie noch einmal.',
    'user-inactive': 'Diese Person ist deaktiviert. Aktivieren Sie sie zuerst.',
    'set-up-link-invalid':
      'Dieser Einrichtungslink ist nicht gültig. Nehmen Sie den, den der Dienst zuletzt ausgegeben hat.',
    'credential-inactive': 'Dieser API-Zugang gilt nicht mehr. Erstellen Sie einen neuen.',
    'credential-kind': 'Das passt nicht zur Art dieses API-Zugangs.',
    'too-many-secrets':
      'Dieser API-Zugang hat schon so viele gültige Geheimnisse wie möglich. Widerrufen Sie zuerst eines.',
    'export-too-large': 'Der Export ist zu groß. Grenzen Sie die Auswahl ein.',
    'too-many-exports': 'Es laufen zu viele Exporte. Warten Sie, bis einer fertig ist.',
    'files-full':
      'Die Dateien Ihrer Organisation haben ihre Grenze erreicht. Bitten Sie einen Admin, Exporte zu löschen oder die Grenze anheben zu lassen.',
    'forms-full':
      'Ihre Organisation hat so viele Formulare, wie sie haben darf. Bitten Sie einen Admin, Formulare zu löschen oder die Grenze anheben zu lassen.',
    'uploads-full':
      'Sie haben so viel hochgeladen, wie an einem Tag möglich ist. Versuchen Sie es morgen noch einmal.',
    'attachment-exists':
      'An seiner Stelle liegt schon eine andere Datei. Wählen Sie die Datei noch einmal.',
    'attachment-used': 'Die Datei gehört zu einem Formular.',
    'form-check-failed':
      'Das Formular ließ sich nicht prüfen. Sagen Sie es der Person, die die Vorlage gemacht hat.',
    'form-check-timeout':
      'Das Prüfen des Formulars hat zu lange gedauert. Sagen Sie es der Person, die die Vorlage gemacht hat.',
    'form-exists': 'Dieses Formular gibt es schon.',
    'form-state':
      'Im jetzigen Zustand des Formulars geht das nicht. Es wurde inzwischen abgeschlossen, wieder geöffnet oder gelöscht.',
    'template-state':
      'Im jetzigen Zustand der Vorlage geht das nicht. Sie ist nicht veröffentlicht oder wurde archiviert.',
    'invalid-definition': 'Die Vorlage hat Fehler, die zuerst behoben werden müssen.',
    'unknown-assignee': 'Die Person oder Gruppe, die das Formular bekommen soll, gibt es nicht.',
    'not-a-colour': 'Das ist keine Farbe. Schreiben Sie sie als #rrggbb, zum Beispiel #0b5cad.',
    'unreadable-picture':
      'Das Bild ist beschädigt oder zu groß zum Lesen. Speichern Sie es neu, als JPEG oder PNG, oder verkleinern Sie es.',
    'invalid-attachment':
      'Diese Datei lässt sich nicht anhängen: Art oder Größe passt nicht, oder das Formular hat schon zu viele.',
    'invalid-answers': 'Einige Antworten fehlen oder stimmen nicht.',
    'webhook-disabled': 'Der Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
  },
} as const;
