import type { errors as english } from '#lib/i18n/messages/en/errors.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const errors: Translation<typeof english> = {
  requestId: 'Anfragenummer',
  tryAgain: 'Erneut versuchen',
  tryAgainIn: 'Sie können es in {minutes, plural, one {einer Minute} other {# Minuten}} erneut versuchen.',
  /** Requests that got no usable response. The title also stands alone, at the bottom of the page. */
  outage: {
    signIn: 'Zum Fortfahren anmelden',
    offline: { title: 'Offline. Neuer Versuch …', why: 'Ihre Eingaben sind noch da.' },
    unreachable: { title: 'Latchkey antwortet nicht. Neuer Versuch …', why: 'Ihre Eingaben sind noch da.' },
    'session-ended': {
      title: 'Ihre Sitzung ist abgelaufen.',
      why: 'Ihre Eingaben sind noch da. Melden Sie sich an und versuchen Sie es dann erneut.',
    },
    'unknown-outcome': {
      title: 'Die Verbindung wurde unterbrochen.',
      why: 'Wir wissen nicht, ob Ihre Änderung gespeichert wurde. Prüfen Sie das, bevor Sie es erneut versuchen.',
    },
    failed: {
      title: 'Das hat nicht funktioniert.',
      why: 'Ihre Eingaben sind noch da. Versuchen Sie es erneut. Klappt es wieder nicht, kopieren Sie sie und laden Sie die Seite neu.',
    },
  },
  refusals: {
    invalid_request: {
      title: 'Diese Anfrage war nicht lesbar',
      why: 'Ein Teil fehlt oder ist beschädigt. Bitte gehen Sie zurück und versuchen Sie es erneut.',
    },
    method_not_allowed: {
      title: 'Diese Adresse lässt sich so nicht verwenden',
      why: 'Sie erwartet eine andere Art von Anfrage. Bitte beginnen Sie noch einmal bei Ihren Konten.',
    },
    body_too_large: {
      title: 'Das ist zu viel auf einmal',
      why: 'Was gesendet wurde, ist größer, als hier angenommen werden kann.',
    },
    unsupported_grant_type: {
      title: 'Diese Art von Anfrage wird nicht unterstützt',
      why: 'grantType muss client_credentials oder refresh_token sein.',
    },
    invalid_client: {
      title: 'Der API-Schlüssel wurde nicht angenommen',
      why: 'Die Schlüssel-ID oder das Geheimnis stimmt nicht, oder der Schlüssel ist nicht mehr aktiv.',
    },
    invalid_scope: {
      title: 'Dieser Umfang ist nicht erlaubt',
      why: 'Der API-Schlüssel erlaubt weniger, als verlangt wurde. Verlangen Sie weniger, oder erzeugen Sie einen anderen Schlüssel.',
    },
    invalid_grant: {
      title: 'Das Refresh-Token wurde nicht angenommen',
      why: 'Fordern Sie mit dem API-Schlüssel ein neues an.',
    },
    unauthorized: { title: 'Ein Zugriffstoken ist nötig', why: 'Die Anfrage enthielt keines.' },
    malformed_bearer: {
      title: 'Das Zugriffstoken war nicht lesbar',
      why: 'Senden Sie es einmal, im Header Authorization, nach dem Wort Bearer.',
    },
    invalid_token: {
      title: 'Das Zugriffstoken wurde nicht angenommen',
      why: 'Es ist abgelaufen oder gilt nicht mehr. Fordern Sie ein neues an.',
    },
    insufficient_scope: {
      title: 'Das Zugriffstoken reicht dafür nicht aus',
      why: 'Es wurde für etwas anderes ausgestellt. Fordern Sie eines mit dem Scope „sso“ an.',
    },
    key_without_introspect: {
      title: 'Dieser API-Schlüssel darf nicht nach Token fragen',
      why: 'Er wurde ohne den Scope „introspect“ erzeugt. Erzeugen Sie einen, der ihn hat.',
    },
    access_denied: {
      title: 'Sie können dieses Konto nicht öffnen',
      why: 'Es existiert nicht, ist gesperrt, oder Sie haben keinen Zugriff darauf. Wer Benutzer und Zugriff verwaltet, kann Auskunft geben.',
    },
    too_many_requests: {
      title: 'Zu viele Versuche',
      why: 'Bitte warten Sie ein wenig, bevor Sie es erneut versuchen.',
    },
    temporarily_unavailable: {
      title: 'Latchkey ist gerade ausgelastet',
      why: 'Bitte versuchen Sie es in einigen Sekunden erneut. Wenn Sie gerade etwas geändert haben, prüfen Sie zuerst, ob es gespeichert ist.',
    },
    server_error: {
      title: 'Bei uns ist etwas fehlgeschlagen',
      why: 'Bitte versuchen Sie es erneut. Schlägt es wieder fehl, nennen Sie die Anfragenummer.',
    },
    repeated_cookie: {
      title: 'Ihr Browser hat zwei Sitzungscookies gesendet',
      why: 'Möglicherweise hat eine andere Website derselben Domain eines hinzugefügt. Latchkey kann nicht erkennen, welches Ihres ist. Löschen Sie die Cookies dieser Website und ihrer Subdomains. Melden Sie sich dann erneut an, oder öffnen Sie das Konto noch einmal.',
    },
    grant_unknown: {
      title: 'Dieser Link ist nicht gültig',
      why: 'Vielleicht wurde er nur zum Teil kopiert. Bitte öffnen Sie das Konto noch einmal.',
    },
    grant_expired: {
      title: 'Dieser Link ist abgelaufen',
      why: 'Zu Ihrer Sicherheit lässt er sich nur einige Sekunden lang öffnen. Bitte öffnen Sie das Konto noch einmal.',
    },
    grant_used: {
      title: 'Dieser Link wurde bereits verwendet',
      why: 'Zu Ihrer Sicherheit öffnet er das Konto nur einmal. Bitte öffnen Sie das Konto noch einmal.',
    },
    grant_withdrawn: {
      title: 'Dieses Konto lässt sich mit diesem Link nicht mehr öffnen',
      why: 'Der Zugriff dahinter wurde geändert, nachdem der Link erstellt worden war.',
    },
    grant_other_browser: {
      title: 'Dieser Link gehört zu einem anderen Browser',
      why: 'Er lässt sich nur in dem Browser öffnen, in dem er erstellt wurde.',
    },
    platform_unreachable: {
      title: 'Die Plattform antwortet nicht',
      why: 'Konten öffnen sich auf einer anderen Plattform, und diese ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Sekunden erneut. Bleibt es so, sagen Sie es einem Inhaber oder Admin.',
    },
    platform_busy: {
      title: 'Die Plattform ist gerade ausgelastet',
      why: 'Konten öffnen sich auf einer anderen Plattform, und diese bittet um etwas Geduld. Bitte versuchen Sie es in einigen Sekunden erneut.',
    },
    platform_key_refused: {
      title: 'Die Plattform hat Latchkey nicht eingelassen',
      why: 'Konten öffnen sich auf einer anderen Plattform, und diese nimmt den API-Schlüssel nicht an, den Latchkey dort verwendet. Bitte sagen Sie es einem Inhaber oder Admin: bis das behoben ist, hilft ein neuer Versuch nicht.',
    },
    platform_account_refused: {
      title: 'Die Plattform öffnet dieses Konto nicht',
      why: 'Es existiert dort nicht, ist dort gesperrt, oder der Benutzer, als der Latchkey dort handelt, hat keinen Zugriff darauf. Bitte sagen Sie es einem Inhaber oder Admin.',
    },
    platform_return_refused: {
      title: 'Die Plattform kennt den Rückweg nicht',
      why: 'Sie schickt nur zu eingetragenen Rücksprungadressen zurück, und die Adresse, zu der Sie zurückkehren würden, meist die dieses Latchkey, ist keine davon. Ein Inhaber oder Admin kann sie dort eintragen lassen.',
    },
    platform_unusable: {
      title: 'Die Antwort der Plattform ist nicht brauchbar',
      why: 'Konten öffnen sich auf einer anderen Plattform, und was diese geantwortet hat, ist nicht das Vereinbarte. Bitte sagen Sie es einem Inhaber oder Admin, und nennen Sie die Anfragenummer.',
    },
    forbidden: { title: 'Ihre Rolle erlaubt das nicht', why: 'Ein Inhaber oder ein Admin kann es für Sie tun.' },
    foreign_form: {
      title: 'Dieses Formular kam von einer anderen Website',
      why: 'Zu Ihrer Sicherheit wurde nichts geändert. Bitte gehen Sie zu Ihren Konten zurück und versuchen Sie es erneut.',
    },
    not_found: { title: 'Hier ist nichts', why: 'Es existiert nicht oder nicht mehr.' },
    signed_out: { title: 'Ihre Sitzung ist abgelaufen', why: 'Melden Sie sich an und versuchen Sie es dann erneut.' },
    sign_in_failed: {
      title: 'Die Anmeldung war nicht möglich',
      why: 'Der Name oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es erneut.',
    },
    confirmation_required: {
      title: 'Bitte geben Sie Ihr Passwort noch einmal ein',
      why: 'Sie haben es vor mehr als 10 Minuten eingegeben, und hier ändert sich, wer Zugang hat.',
    },
    password_wrong: {
      title: 'Das Passwort stimmt nicht',
      why: 'Prüfen Sie es und versuchen Sie es erneut. Es wurde nichts geändert.',
    },
    link_unusable: {
      title: 'Dieser Link lässt sich nicht mehr verwenden',
      why: 'Er wurde bereits verwendet, ist abgelaufen oder durch einen neueren ersetzt. Bitten Sie um einen neuen Link.',
    },
    input_invalid: {
      title: 'Einige Felder brauchen Ihre Aufmerksamkeit',
      why: 'Es wurde noch nichts gespeichert. Beachten Sie die Hinweise bei den Feldern.',
    },
    last_owner: {
      title: 'Das ist der letzte aktive Inhaber',
      why: 'Machen Sie zuerst jemand anderen zum Inhaber; sonst könnte niemand mehr Inhaber verwalten.',
    },
    conflict: {
      title: 'Das ist nicht mehr möglich',
      why: 'Es wurde inzwischen geändert. Sehen Sie sich den jetzigen Stand an und versuchen Sie es erneut.',
    },
  },
  atLeast: 'Verwenden Sie mindestens {min, plural, other {# Zeichen}}.',
  atMost: 'Verwenden Sie höchstens {max, plural, other {# Zeichen}}.',
  fields: {
    required: 'Bitte füllen Sie dieses Feld aus.',
    too_short: 'Das ist zu kurz.',
    too_long: 'Das ist zu lang.',
    too_large: 'Das ist zu groß.',
    out_of_range: 'Das liegt außerhalb des erlaubten Bereichs.',
    malformed: 'Das hat nicht die richtige Form.',
    insecure: 'Nur https ist erlaubt; http gilt allein für diesen Rechner.',
    taken: 'Das wird bereits verwendet.',
    reserved: 'Das ist reserviert. Wählen Sie etwas anderes.',
    common: 'Dieses Passwort ist Angreifern bekannt. Wählen Sie ein anderes.',
    personal: 'Das enthält Ihren Namen oder Ihre Adresse. Wählen Sie ein anderes.',
    product: 'Das besteht vor allem aus Wörtern dieser Seite. Wählen Sie ein anderes.',
    pattern: 'Das wiederholt sich oder folgt der Tastatur. Wählen Sie ein anderes.',
    mismatch: 'Die beiden stimmen nicht überein.',
    unchanged: 'Das ist dasselbe wie vorher.',
    wrong: 'Das stimmt nicht.',
    unknown: 'Das existiert nicht.',
    not_allowed: 'Das dürfen Sie nicht wählen.',
  },
}
