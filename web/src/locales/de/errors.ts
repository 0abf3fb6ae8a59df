import { callFailures } from './call-failures.ts';
import { linkErrors, linkLimits } from './link-limits.ts';
import { pdfReasons } from './pdf-reasons.ts';
import { signInReasons } from './sign-in-reasons.ts';
import { ssoReasons } from './sso-reasons.ts';
import { workErrors, workLosses } from './work-errors.ts';

export const errors = {
  errors: {
    'malformed-json': 'Die Anfrage war nicht lesbar. Laden Sie die Seite neu.',
    'malformed-text': 'Der Text enthält Zeichen, die sich nicht speichern lassen.',
    'malformed-request': 'Die Anfrage war nicht lesbar. Laden Sie die Seite neu.',
    'invalid-parameter':
      'Ein Filter oder eine Angabe in der Adresse ist nicht gültig. Setzen Sie die Filter zurück und versuchen Sie es erneut.',
    'invalid-value': 'Dieser Wert ist nicht gültig. Prüfen Sie ihn und versuchen Sie es erneut.',
    'request-timeout':
      'Die Anfrage kam zu langsam an. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    'header-too-large':
      'Der Browser hat zu viele Daten mitgesendet. Löschen Sie die Cookies dieser Adresse und versuchen Sie es erneut.',
    'not-done': 'Ein anderer Schritt ist fehlgeschlagen, darum wurde nichts geändert.',
    'unsupported-media-type': 'Diese Art von Daten wird hier nicht angenommen.',
    'not-acceptable': 'Der Dienst kann nicht in dem gewünschten Format antworten.',
    'unknown-path': 'Unter dieser Adresse gibt es nichts.',
    'not-found': 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
    'method-not-allowed': 'Das ist hier nicht möglich.',
    'precondition-failed':
      'Eine andere Person hat das inzwischen geändert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung.',
    'too-many-requests': 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
    'plain-http':
      'Dieser Dienst ist nur über HTTPS erreichbar. Öffnen Sie die Adresse mit https://.',
    'idempotency-key-reused': 'Dieser Schlüssel gehört zu einer anderen Anfrage.',
    'idempotency-key-busy': 'Die erste Anfrage mit diesem Schlüssel läuft noch.',
    'not-implemented': 'Das gibt es hier nicht.',
    'query-too-heavy':
      'Das Zählen dieser Antworten dauert zu lange. Wählen Sie weniger Felder und versuchen Sie es erneut.',
    'query-too-slow':
      'Die Suche hat zu lange gedauert. Grenzen Sie sie ein und versuchen Sie es erneut.',
    busy: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich erneut.',
    draining: 'Der Dienst wird gerade beendet. Versuchen Sie es gleich erneut.',
    'pages-not-built':
      'Die Seiten dieses Dienstes sind nicht gebaut. Informieren Sie den Betreiber.',
    'read-only':
      'Der Dienst zieht gerade um und kann vorübergehend nur gelesen werden. Es wurde nichts geändert. Versuchen Sie es in einigen Minuten erneut.',
    'storage-unavailable':
      'Der Dienst erreicht seinen Speicher nicht. Versuchen Sie es gleich erneut.',
    internal:
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es erneut; wenn es so bleibt, informieren Sie den Betreiber.',
    'credentials-missing':
      'Sie sind nicht angemeldet. Melden Sie sich an und versuchen Sie es erneut.',
    'credentials-invalid': 'Die Anmeldedaten stimmen nicht.',
    'sign-in-by-sso':
      'Ihre Organisation erlaubt nur Single Sign-on. Melden Sie sich mit ihrem Identity Provider an; Passwort und Passkey gelten nur für Notfall-Admins.',
    'basic-off': 'Basic-Authentifizierung ist ausgeschaltet.',
    'basic-second-factor':
      'Für diese Person reicht ein Passwort allein nicht: Programme verwenden einen API-Zugang statt Basic-Authentifizierung.',
    'token-invalid': 'Das Access-Token ist nicht gültig.',
    'token-expired': 'Das Access-Token ist abgelaufen.',
    forbidden: 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Admin.',
    'insufficient-scope': 'Dieser API-Zugang erlaubt das nicht.',
    'session-missing': 'Sie sind nicht angemeldet. Melden Sie sich an und versuchen Sie es erneut.',
    'session-ended': 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
    'sign-in-refused':
      'Benutzername, E-Mail oder Passwort stimmt nicht, oder Sie dürfen sich hier nicht anmelden. Eine E-Mail-Adresse, die mehrere haben, gilt nicht.',
    'code-refused':
      'Der Code stimmt nicht oder wurde schon verwendet. Warten Sie auf den nächsten Code Ihrer App, oder verwenden Sie einen Wiederherstellungscode. Verbleibende Versuche: {{triesLeft}}.',
    'sign-in-step-ended':
      'Das hat zu lange gedauert, oder zu viele Codes waren falsch. Melden Sie sich erneut an.',
    'second-factor-needed':
      'Ihre Organisation verlangt einen zweiten Faktor. Richten Sie zuerst eine Authenticator-App oder einen Passkey ein.',
    'confirmation-code-refused':
      'Der Code fehlt, stimmt nicht oder wurde schon verwendet. Geben Sie den nächsten Code Ihrer App oder einen Wiederherstellungscode ein.',
    'confirmation-by-passkey':
      'Ihre Organisation verlangt einen zweiten Faktor, daher reicht Ihr Passwort allein nicht aus. Verwenden Sie Ihren Passkey.',
    'confirmation-needed': 'Bestätigen Sie, dass Sie es sind, und versuchen Sie es erneut.',
    'confirmation-refused':
      'Damit ließ sich nicht bestätigen, dass Sie es sind. Prüfen Sie Passwort oder Passkey.',
    'cross-site':
      'Das wurde von einer anderen Website ausgelöst und darum abgelehnt. Öffnen Sie den Dienst in einem eigenen Tab.',
    'address-not-allowed': 'Dieser API-Zugang gilt nicht in diesem Netz.',
    'invalid-token-request': 'Die Token-Anfrage ist nicht gültig.',
    'unsupported-grant-type': 'Diese Art der Token-Anfrage wird nicht unterstützt.',
    'invalid-scope': 'Der Scope ist nicht gültig.',
    'invalid-target': 'Die Ressource gehört nicht zu diesem Dienst.',
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
    'provisioning-paused': 'Provisioning ist pausiert.',
    'provisioning-disconnected': 'Provisioning ist ausgeschaltet.',
    'user-name-taken': 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
    'group-name-taken': 'Diesen Namen hat schon eine andere Gruppe. Wählen Sie einen anderen.',
    'break-glass-user': 'Dieser Benutzername ist reserviert. Wählen Sie einen anderen.',
    'value-taken': 'Dieser Wert ist vergeben. Jeder Wert darf nur einmal vorkommen.',
    'local-user': 'Diese Person wurde nicht vom Identity Provider angelegt.',
    'last-admin':
      'Nur diese aktive Person mit der Rolle Admin kann sich anmelden. Geben Sie die Rolle zuerst einer anderen Person, die ein Passwort, einen Passkey oder Single Sign-on hat.',
    'unknown-member': 'Eines der Mitglieder gibt es nicht. Prüfen Sie die Auswahl.',
    'unknown-manager': 'Diese Führungskraft gibt es nicht. Wählen Sie eine andere Person.',
    'group-cycle': 'Eine Gruppe kann sich nicht selbst enthalten, auch nicht über andere.',
    'password-policy':
      'Dieses Passwort ist zu schwach oder zu bekannt. Wählen Sie ein längeres, das niemand errät.',
    'provisioned-field': 'Das verwaltet der Identity Provider. Ändern Sie es dort.',
    'admin-password': 'Das Passwort eines Admins lässt sich hier nicht setzen.',
    'admin-sign-in': 'Wie sich ein Admin anmeldet, kann der Identity Provider nicht ändern.',
    'account-exists': 'Diese Organisation gibt es schon.',
    'already-set-up': 'Der Dienst ist schon eingerichtet. Melden Sie sich an.',
    'sso-unavailable': 'Der Identity Provider antwortet nicht. Versuchen Sie es gleich erneut.',
    'sso-only':
      'Ihre Organisation erlaubt nur Single Sign-on: Niemand bekommt ein Passwort oder einen Passkey.',
    'sso-unproven':
      'Melden Sie sich einmal mit dem Identity Provider an, in einem privaten Fenster, und versuchen Sie es dann erneut.',
    'last-break-glass':
      'Single Sign-on ist der einzige Zugang, und niemand sonst ist Notfall-Admin mit Passwort oder Passkey. Lassen Sie einen weiteren Notfall-Admin einrichten, oder erlauben Sie erst wieder Passwörter.',
    'last-way-in':
      'Danach könnten Sie sich nicht mehr anmelden. Fügen Sie zuerst einen anderen Passkey hinzu, oder bitten Sie einen Admin um einen Link, um ein Passwort zu wählen.',
    'no-break-glass':
      'Kein aktiver Admin hat einen Notfallzugang mit Passwort oder Passkey. Der Betreiber richtet ihn mit formstead user protect ein.',
    'mail-off': 'Es ist kein Mailserver eingerichtet, darum wurde nichts gesendet.',
    'mail-refused':
      'Der Mailserver hat die E-Mail nicht angenommen. Prüfen Sie, wie er eingerichtet ist.',
    'no-email': 'Diese Person hat keine E-Mail-Adresse. Tragen Sie zuerst eine ein.',
    'link-invalid':
      'Dieser Link wurde schon verwendet, ist abgelaufen oder durch einen neueren ersetzt. Bitten Sie um einen neuen.',
    'code-mismatch':
      'Der Code stimmt nicht. Prüfen Sie die Uhrzeit des Geräts mit der App, und geben Sie den Code ein, den sie jetzt zeigt.',
    'second-factor-required':
      'Ihre Organisation verlangt einen zweiten Faktor. Richten Sie zuerst eine andere App ein, oder fügen Sie einen anderen Passkey hinzu.',
    'passkey-refused': 'Der Passkey wurde nicht angenommen. Beginnen Sie erneut.',
    'user-inactive': 'Diese Person ist deaktiviert. Aktivieren Sie sie zuerst.',
    'set-up-link-invalid':
      'Dieser Einrichtungslink ist nicht gültig. Verwenden Sie den, den der Dienst zuletzt ausgegeben hat.',
    'credential-inactive': 'Dieser API-Zugang gilt nicht mehr. Erstellen Sie einen neuen.',
    'credential-kind': 'Das passt nicht zur Art dieses API-Zugangs.',
    'too-many-secrets':
      'Dieser API-Zugang hat schon so viele gültige Secrets wie möglich. Widerrufen Sie zuerst eines.',
    'export-too-large': 'Der Export ist zu groß. Grenzen Sie die Auswahl ein.',
    'bulk-too-large':
      'Das sind zu viele für eine Aktion. Möglich sind höchstens {{limit}}. Grenzen Sie die Liste mit Filtern ein.',
    'bulk-changed':
      'Die Liste hat sich geändert: Jetzt passen {{count}}, nicht {{expected}}. Sehen Sie sie noch einmal an und starten Sie dann die Aktion.',
    'too-many-bulk-acts':
      'Sie haben schon {{limit}} unfertige Sammelaktionen. Warten Sie, bis eine fertig ist, oder brechen Sie eine ab.',
    'too-many-exports': 'Es laufen zu viele Exporte. Warten Sie, bis einer fertig ist.',
    'file-damaged':
      'Die gespeicherte Datei ist beschädigt und lässt sich nicht anzeigen. Bitten Sie einen Admin, sie aus einer Sicherung wiederherzustellen, oder hängen Sie sie erneut an.',
    'files-full':
      'Die Dateien Ihrer Organisation haben ihre Grenze erreicht. Bitten Sie einen Admin, Exporte zu löschen oder die Grenze anheben zu lassen.',
    'forms-full':
      'Ihre Organisation hat so viele Formulare, wie sie haben darf. Bitten Sie einen Admin, Formulare zu löschen oder die Grenze anheben zu lassen.',
    'answers-full':
      'Die Antworten Ihrer Organisation haben ihre Grenze erreicht. Bitten Sie einen Admin, Formulare zu löschen oder die Grenze anheben zu lassen.',
    'answers-of-day-full': 'Mehr lässt sich heute nicht speichern. Versuchen Sie es morgen erneut.',
    'uploads-full':
      'Sie haben so viel hochgeladen, wie an einem Tag möglich ist. Versuchen Sie es morgen erneut.',
    'attachment-exists':
      'An seiner Stelle liegt schon eine andere Datei. Wählen Sie die Datei erneut.',
    'attachment-used': 'Die Datei gehört zu einem Formular.',
    'form-check-failed':
      'Das Formular ließ sich nicht prüfen. Informieren Sie die Person, die die Vorlage erstellt hat.',
    'form-check-timeout':
      'Das Prüfen des Formulars hat zu lange gedauert. Informieren Sie die Person, die die Vorlage erstellt hat.',
    'form-exists': 'Dieses Formular gibt es schon.',
    'form-state':
      'Im jetzigen Status des Formulars geht das nicht. Es wurde inzwischen abgeschlossen, wieder geöffnet oder gelöscht.',
    'invalid-definition': 'Die Vorlage hat Fehler, die zuerst behoben werden müssen.',
    'import-refused':
      'Die Datei lässt sich nicht importieren. Wählen Sie ein XLSForm oder eine exportierte Vorlage.',
    'invalid-retention':
      'Diese Regel ist nicht gültig. Geben Sie eine ganze Zahl von Tagen ein und wählen Sie Felder der Vorlage.',
    'not-a-colour': 'Das ist keine Farbe. Schreiben Sie sie als #rrggbb, zum Beispiel #0b5cad.',
    'unreadable-font': 'Diese Datei ist keine TTF- oder OTF-Schrift, die sich lesen lässt.',
    'too-many-fonts': 'Es gibt schon drei Schriften. Entfernen Sie zuerst eine.',
    'unreadable-pdf': 'Dieses PDF lässt sich nicht verwenden.',
    'unreadable-picture': 'Das Bild ist beschädigt oder zu groß. Speichern Sie es neu, kleiner.',
    'invalid-attachment':
      'Diese Datei lässt sich nicht anhängen: Art oder Größe passt nicht, oder das Formular hat schon zu viele.',
    'correct-in-form': 'Diese Antwort lässt sich nur im Formular korrigieren.',
    'invalid-answers': 'Einige Antworten fehlen oder stimmen nicht.',
    'invalid-list':
      'Die Spalten der Liste sind ungültig. Prüfen Sie sie und versuchen Sie es erneut.',
    'invalid-rows': 'Einige Zeilen sind ungültig. Es wurde nichts geändert.',
    'list-busy':
      'Eine andere Person ändert gerade Zeilen dieser Liste. Versuchen Sie es gleich erneut.',
    'list-used': 'Vorlagen verwenden diese Liste. Entfernen Sie sie zuerst dort.',
    'too-many-lists':
      'Ihre Organisation hat die Höchstzahl an Listen erreicht. Löschen Sie zuerst eine.',
    ...linkErrors,
    ...workErrors,
    'webhook-disabled': 'Der Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
    'body-too-large/limit': 'Das ist zu groß. Möglich sind höchstens {{limitSize}}.',
    'body-too-large': 'Das ist zu groß. Wählen Sie etwas Kleineres.',
    'too-many-secrets/limit':
      'Dieser API-Zugang hat schon {{limit}} gültige Secrets. Widerrufen Sie zuerst eines.',
    'too-many-exports/limit':
      'Sie haben schon {{limit}} unfertige Exporte. Warten Sie, bis einer fertig ist.',
    'files-full/limit':
      'Die Dateien Ihrer Organisation belegen {{usedSize}} von {{limitSize}}. Bitten Sie einen Admin, Exporte zu löschen, oder den Betreiber um eine höhere Grenze.',
    'forms-full/limit':
      'Ihre Organisation hat {{used}} von {{limit}} Formularen. Bitten Sie einen Admin, Formulare zu löschen, oder den Betreiber um eine höhere Grenze.',
    'answers-full/limit':
      'Die Antworten Ihrer Organisation belegen {{usedSize}} von {{limitSize}}. Bitten Sie einen Admin, Formulare zu löschen, oder den Betreiber um eine höhere Grenze.',
    'uploads-full/limit':
      'Sie haben heute {{usedSize}} von {{limitSize}} hochgeladen. Versuchen Sie es morgen erneut.',
    'form-check-timeout/limit':
      'Das Prüfen des Formulars hat länger als {{limit}} Sekunden gedauert. Informieren Sie die Person, die die Vorlage erstellt hat.',
    'invalid-answers/limit': 'Die Antworten sind zu groß. Möglich sind höchstens {{limitSize}}.',
  },
  callFailures,
  errorReasons: {
    ...signInReasons,
    'mail-server-answer':
      'Der Mailserver hat die E-Mail nicht angenommen ({{answer}}). Prüfen Sie seine Einstellungen.',
    'unknown-member': 'Formstead kennt diese Angabe nicht. Laden Sie die Seite neu.',
    missing: 'Diese Angabe fehlt. Füllen Sie sie aus.',
    'wrong-type': 'Diese Angabe hat den falschen Typ. Prüfen Sie sie und versuchen Sie es erneut.',
    'wrong-format':
      'Diese Angabe hat das falsche Format. Prüfen Sie sie und versuchen Sie es erneut.',
    'not-allowed': 'Dieser Wert ist nicht erlaubt. Erlaubt sind: {{allowed}}.',
    'too-long': 'Der Text ist zu lang. Verwenden Sie höchstens {{limit}} Zeichen.',
    'too-short': 'Der Text ist zu kurz. Verwenden Sie mindestens {{limit}} Zeichen.',
    length: 'Geben Sie {{min}} bis {{limit}} Zeichen ein.',
    'too-high': 'Die Zahl ist zu hoch. Geben Sie höchstens {{limit}} ein.',
    'too-low': 'Die Zahl ist zu niedrig. Geben Sie mindestens {{limit}} ein.',
    range: 'Geben Sie eine ganze Zahl von {{min}} bis {{max}} ein.',
    days: 'Dieser Zeitraum ist zu lang oder zu kurz. Möglich sind höchstens {{max}} Tage.',
    'item-count': 'Geben Sie {{min}} bis {{limit}} Einträge an.',
    'too-many-items': 'Es sind zu viele Einträge. Möglich sind höchstens {{limit}}.',
    'too-few-items': 'Es sind zu wenige Einträge. Nötig sind mindestens {{limit}}.',
    repeated: 'Diese Angabe ist mehrfach vorhanden. Machen Sie sie nur einmal.',
    'not-storable': 'Der Text enthält Zeichen, die sich nicht speichern lassen. Entfernen Sie sie.',
    time: 'Das ist kein gültiges Datum und keine gültige Zeit. Prüfen Sie die Angabe und versuchen Sie es erneut.',
    uuid: 'Diese ID ist nicht gültig. Laden Sie die Seite neu.',
    conflict: 'Diese beiden Filter lassen sich nicht kombinieren. Entfernen Sie einen davon.',
    'bad-cursor': 'Diese Liste hat sich geändert. Laden Sie die Seite neu.',
    'query-too-long': 'Die Filter sind zu lang. Verwenden Sie höchstens {{limit}} Zeichen.',
    'too-many-parameters': 'Es sind zu viele Filter. Verwenden Sie höchstens {{limit}}.',
    'filter-syntax':
      'Formstead kann den Filter ab Position {{position}} nicht lesen. Korrigieren Sie ihn dort.',
    'list-changed':
      'Diese Liste wurde inzwischen geändert, daher wurde Ihre Änderung nicht gespeichert. Laden Sie die Seite neu und wiederholen Sie die Änderung.',
    'list-rows-changed':
      'Die Zeilen wurden geändert, nachdem die Datei geprüft wurde, daher wurde nichts importiert. Wählen Sie die Datei noch einmal.',
    'dashboard-changed':
      'Dieses Dashboard wurde inzwischen geändert, daher wurde Ihre Änderung nicht gespeichert. Laden Sie die Seite neu und wiederholen Sie die Änderung.',
    'unknown-user': 'Diese Person gibt es nicht. Wählen Sie eine andere.',
    'unknown-group': 'Diese Gruppe gibt es nicht. Wählen Sie eine andere.',
    'unknown-groups':
      'Eine Gruppe gibt es nicht, oder sie kommt doppelt vor. Prüfen Sie die Gruppen.',
    'unknown-template': 'Diese Vorlage gibt es nicht. Wählen Sie eine andere.',
    'unknown-credential': 'Einen dieser API-Zugänge gibt es nicht. Wählen Sie einen anderen.',
    'unknown-time-zone': 'Diese Zeitzone gibt es nicht. Wählen Sie eine aus der Liste.',
    'idle-beyond-session':
      'Die Zeit der Inaktivität ist länger als eine Sitzung. Geben Sie eine kleinere Zahl ein.',
    network:
      '{{value}} ist keine IP-Adresse und kein Netz. Geben Sie zum Beispiel 192.0.2.7 oder 192.0.2.0/24 ein.',
    'key-address':
      'Geben Sie eine https-Adresse mit höchstens {{limit}} Zeichen ein, ohne Benutzername, Passwort und Fragment.',
    'key-set-syntax': 'Das ist keine Schlüsselmenge. Geben Sie JSON der Form {"keys": [ … ]} ein.',
    'key-unusable':
      'Formstead kann Schlüssel {{number}} nicht verwenden. Verwenden Sie einen öffentlichen RSA-, EC- oder Ed25519-Schlüssel für Signaturen.',
    'issuer-needs-address':
      'Die Schlüssel eines Issuers müssen von einer Adresse kommen. Geben Sie diese Adresse ein.',
    'own-path-only':
      'Diese Adresse gehört nicht zu Formstead. Melden Sie sich über die Startseite an.',
    'token-characters':
      'Ein Token enthält keine Leerzeichen und keine Sonderzeichen. Kopieren Sie es erneut.',
    'webhook-address':
      'Formstead kann an diese Adresse keine Webhooks senden. Geben Sie eine öffentliche https-Adresse ohne Benutzername, Passwort und Fragment ein.',
    'password-or-passkey': 'Verwenden Sie entweder Ihr Passwort oder einen Passkey.',
    'most-people':
      'Diese Gruppen haben zusammen mehr als {{limit}} Mitglieder. Wählen Sie kleinere Gruppen.',
    'most-items': 'Die Höchstzahl von {{limit}} ist erreicht. Entfernen Sie zuerst einen Eintrag.',
    'would-sign-you-out':
      'Sie haben sich ohne den Identity Provider angemeldet und würden abgemeldet. Melden Sie sich mit ihm an und versuchen Sie es dann erneut.',
    'password-short': 'Dieses Passwort ist zu kurz. Verwenden Sie mindestens {{limit}} Zeichen.',
    'password-long': 'Dieses Passwort ist zu lang. Verwenden Sie höchstens {{limit}} Zeichen.',
    'password-common':
      'Dieses Passwort gehört zu den häufigsten. Wählen Sie ein anderes, zum Beispiel mehrere Wörter, die nicht zusammengehören.',
    'password-easy':
      'Dieses Passwort ist leicht zu erraten. Vermeiden Sie Namen, häufige Passwörter und wiederholte oder aufeinanderfolgende Zeichen.',
    'password-breached':
      'Dieses Passwort ist aus einem Datenleck bekannt. Wählen Sie eines, das noch niemand verwendet hat.',
    placeholder: 'Den Platzhalter {{value}} gibt es nicht. Verwenden Sie {{allowed}}.',
    brace:
      'Die Klammer an Position {{position}} gehört zu keinem Platzhalter. Verwenden Sie {{allowed}}.',
    location: 'Dieser Standort liegt nicht auf der Erde. Fügen Sie Ihren Standort erneut hinzu.',
    'export-target': 'Wählen Sie eine Vorlage oder ein Formular für den Export.',
    'export-kind': 'Ein einzelnes Formular lässt sich nur als PDF exportieren.',
    'export-pages':
      'Einzelne Seiten lassen sich nicht exportieren. Exportieren Sie das ganze Formular.',
    'file-empty': 'Die Datei ist leer. Wählen Sie eine andere.',
    'file-type-differs':
      'Der Inhalt der Datei passt nicht zu ihrem Typ {{mediaType}}. Wählen Sie eine andere Datei.',
    'file-name-long': 'Der Dateiname ist zu lang. Verwenden Sie höchstens {{limit}} Zeichen.',
    'file-field': 'Das Formular hat kein Dateifeld für diese Datei. Laden Sie die Seite neu.',
    'most-files': 'Ein Formular darf höchstens {{limit}} Dateien haben. Löschen Sie zuerst eine.',
    'font-format': 'Diese Datei ist keine Schrift im Format TTF oder OTF.',
    'font-damaged':
      'Die Schrift ist beschädigt. Versuchen Sie eine andere Datei derselben Schrift.',
    'too-many-pixels':
      'Das Bild hat {{width}} × {{height}} Pixel. Möglich sind höchstens {{limit}} Pixel. Verkleinern Sie es.',
    'template-archived': 'Die Vorlage ist archiviert. Wählen Sie eine andere.',
    'answer-file': 'Dateien werden im Formular ersetzt.',
    'answer-calculated':
      'Das Formular berechnet diese Antwort. Korrigieren Sie die Antworten, aus denen sie sich ergibt.',
    'answer-rows': 'Die Zeilen einer Tabelle werden im Formular korrigiert.',
    'answer-in-parts': 'Orte, Codes und Zeilen gemeinsamer Listen werden im Formular korrigiert.',
    'answer-read-only': 'Das Formular lässt nicht zu, dass diese Antwort geändert wird.',
    'answer-hidden':
      'Das Formular stellt diese Frage zurzeit nicht, weil andere Antworten sie ausblenden.',
    'answer-not-asked': 'In der Version dieses Formulars gibt es dieses Feld nicht.',
    'form-deleted': 'Dieses Formular wurde gelöscht.',
    'form-assigned': 'Dieses Formular wurde jemand anderem zugewiesen.',
    'form-claimed': 'Ein anderes Mitglied Ihrer Gruppe hat dieses Formular übernommen.',
    ...workLosses,
    'answer-removes':
      'Mit dieser Antwort würde das Formular seine Antworten auf {{names}} verlieren. Korrigieren Sie sie im Formular.',
    'import-kind':
      'Die Datei ist weder ein XLSForm (.xlsx oder .xls) noch eine exportierte Vorlage (.json). Wählen Sie eine andere Datei.',
    'import-damaged':
      'Die Datei ist beschädigt: {{part}} lässt sich nicht lesen. Speichern Sie sie neu und importieren Sie sie dann.',
    'import-protected':
      'Die Arbeitsmappe ist mit einem Passwort geschützt. Speichern Sie sie in Ihrer Tabellenkalkulation ohne Passwort und importieren Sie sie dann.',
    'import-size':
      'Die Arbeitsmappe enthält mehr als {{limit}} Bytes. Entfernen Sie Formatierungen und Blätter, die das Formular nicht braucht.',
    'import-rows': 'Die gelesenen Blätter haben mehr als {{limit}} Zeilen.',
    'import-definition':
      'Die Vorlage wäre größer als {{limit}} Bytes. Teilen Sie das Formular auf, oder kürzen Sie die Auswahllisten.',
    'import-effort':
      'Die Datei braucht zu viel Speicher oder Zeit. Entfernen Sie Blätter und Zeilen, die das Formular nicht braucht.',
    'import-no-survey':
      'Die Arbeitsmappe hat kein Blatt „survey“ mit einer Spalte „type“ und ist daher kein XLSForm.',
    'import-groups':
      'Zeile {{row}} im Blatt „survey“: Jede Gruppe und jede Wiederholung braucht einen Anfang und ein Ende, und höchstens 8 dürfen ineinander liegen.',
    'import-cycle':
      'Diese Felder hängen im Kreis voneinander ab: {{names}}. Ändern Sie bei einem davon die Bedingung oder die Berechnung.',
    'import-version':
      'Die Datei hat die Formatversion {{value}}, die dieses Formstead nicht kennt. Aktualisieren Sie Formstead, oder exportieren Sie die Vorlage neu.',
    'template-never-published':
      'Die Vorlage wurde nie veröffentlicht und lässt sich daher nicht archivieren. Löschen Sie sie stattdessen.',
    'template-was-published':
      'Die Vorlage wurde veröffentlicht und lässt sich daher nicht löschen: Ihre Formulare gingen verloren. Archivieren Sie sie stattdessen.',
    'template-unpublished':
      'Die Vorlage ist noch nicht veröffentlicht. Veröffentlichen Sie sie zuerst.',
    'template-lists':
      'Die Vorlage enthält Felder mit Auswahl aus einer Liste, die nicht öffentlich ist. Machen Sie die Liste öffentlich und erstellen Sie dann den Link.',
    'template-people':
      'Die Vorlage fragt nach Personen aus dem Verzeichnis, die Besucher eines Links nicht sehen dürfen. Entfernen Sie diese Felder und erstellen Sie dann den Link.',
    'right-fill':
      'Sie dürfen diese Vorlage nicht ausfüllen. Fragen Sie eine Person, die sie verwaltet.',
    'right-see':
      'Sie dürfen die Antworten dieser Vorlage nicht sehen. Übernehmen Sie zuerst die Rechte daran oder wählen Sie eine andere Vorlage.',
    'right-edit':
      'Sie dürfen hier keine Antworten anderer ändern. Fragen Sie eine Person, die die Vorlage verwaltet.',
    'right-review':
      'Sie sind nicht gebeten, dieses Formular zu prüfen. Fragen Sie eine Person, die die Vorlage verwaltet.',
    'review-own': 'Ihr eigenes Formular dürfen Sie nicht prüfen. Das entscheidet jemand anderes.',
    'office-missing': 'Füllen Sie zuerst aus: {{value}}.',
    'review-decided': '{{who}} hat über dieses Formular schon entschieden.',
    'review-opened':
      '{{who}} hat das Formular zum Prüfen geöffnet. Bitten Sie darum, dass es zurückgegeben wird.',
    'review-locked':
      'Die Prüfung dieses Formulars ist abgeschlossen. Öffnen Sie es wieder, um Antworten zu ändern.',
    'right-assign':
      'Sie dürfen Formulare dieser Vorlage nicht zuweisen. Fragen Sie eine Person, die sie verwaltet.',
    'assign-of-others':
      'Sie dürfen hier nur eigene Entwürfe und die Ihrer Gruppen zuweisen. Für Entwürfe anderer brauchen Sie auch das Recht, Antworten zu bearbeiten. Fragen Sie eine Person, die die Vorlage verwaltet.',
    'right-manage':
      'Sie dürfen diese Vorlage nicht ändern. Fragen Sie eine Person, die sie verwaltet, oder einen Admin.',
    'nothing-to-blank': 'Wählen Sie mindestens ein Feld, das geleert wird, oder den Standort.',
    'field-without-choices':
      'Nach dem Feld „{{value}}“ lässt sich nicht gruppieren, weil es keine Optionen hat oder zu einer Tabelle gehört. Wählen Sie ein anderes Feld.',
    'unknown-list':
      'Diese Liste gibt es nicht, oder Sie dürfen sie nicht verwenden. Wählen Sie eine andere.',
    'unknown-field': 'Die Vorlage hat kein Feld „{{value}}“.',
    'rights-empty': 'Wählen Sie mindestens ein Recht oder entfernen Sie den Eintrag.',
    'unknown-subject': 'Diese Person oder Gruppe gibt es nicht mehr. Wählen Sie eine andere.',
    'day-of-person':
      'Sie haben heute so viel zu Formularen hinzugefügt, wie an einem Tag erlaubt ist. Versuchen Sie es morgen erneut.',
    'day-of-link':
      'Dieses Formular hat heute so viel erhalten, wie es an einem Tag annimmt. Versuchen Sie es morgen erneut.',
    'day-of-site':
      'Aus Ihrem Netz wurde heute so viel gesendet, wie an einem Tag möglich ist. Versuchen Sie es morgen erneut.',
    'per-period':
      'Zu viele Anfragen: höchstens {{limit}} in {{seconds}} Sekunden. Versuchen Sie es in {{retrySeconds}} Sekunden erneut.',
    'ends-before-begin': 'Das Ende muss nach dem Beginn liegen.',
    'never-occurs': 'Diesen Termin gibt es nie. Prüfen Sie Tage, Beginn und Ende.',
    'at-once':
      'Zu viele Anfragen gleichzeitig: höchstens {{limit}}. Warten Sie einen Moment und versuchen Sie es erneut.',
    ...linkLimits,
    ...pdfReasons,
    ...ssoReasons,
  },
} as const;
