import type { apiKeys as english } from '#lib/i18n/messages/en/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const apiKeys: Translation<typeof english> = {
  keys: {
    title: 'API-Schlüssel',
    why: 'Mit einem Schlüssel erhält ein Programm Zugriffstoken und öffnet Konten als dessen Inhaber.',
    reference: 'API-Referenz',
    add: 'Neuen Schlüssel erzeugen',
    caption: 'API-Schlüssel in Gebrauch',
    search: 'Nach Name, Schlüssel-ID oder Eigentümer suchen',
    anyOwner: 'Alle Eigentümer',
    age: 'Hinweise',
    sort: 'Sortieren nach',
    apply: 'Anwenden',
    clear: 'Filter löschen',
    pages: 'Seiten der API-Schlüssel',
    nothing: 'Keine passenden Schlüssel',
    found: '{total, number} von {all, plural, one {# Schlüssel} other {# Schlüsseln}}',
    stateFilters: {
      current: 'In Gebrauch',
      active: 'Aktiv',
      disabled: 'Deaktiviert',
      ended: 'Widerrufen oder abgelaufen',
      all: 'Alle',
    },
    ageFilters: { any: 'Alle', expiring: 'Läuft in 30 Tagen ab', unused: 'Seit 90 Tagen unbenutzt' },
    sorts: { newest: 'Neueste zuerst', name: 'Name', 'last-used': 'Zuletzt verwendet', expires: 'Läuft zuerst ab' },
    columns: {
      key: 'Name und Schlüssel-ID',
      owner: 'Handelt als',
      created: 'Erzeugt',
      lastUsed: 'Zuletzt verwendet',
      expires: 'Läuft ab',
      state: 'Zustand',
    },
    by: 'von {name}',
    byCommandLine: 'auf der Kommandozeile',
    from: 'von {address}',
    neverUsed: 'Nie',
    noExpiry: 'Nie',
    states: {
      active: 'Aktiv',
      disabled: 'Gesperrt',
      revoked: 'Widerrufen',
      expired: 'Abgelaufen',
      ownerDeactivated: 'Benutzer deaktiviert',
    },
    allows: { sso: 'Öffnet Konten', introspect: 'Prüft Token' },
    only: 'Nur {entries}{more, plural, =0 {} one { und # weiteres} other { und # weitere}}',
    onlyFrom: 'Nur von {entries}{more, plural, =0 {} other { und # weiteren}}',
    disable: 'Sperren',
    enable: 'Freigeben',
    revoke: 'Widerrufen',
    none: 'Noch kein API-Schlüssel',
    noneHint: 'Erzeugen Sie einen für das erste Programm, das Konten öffnet.',
  },

  newKey: {
    title: 'Neuen Schlüssel erzeugen',
    name: 'Name',
    nameHint: 'Welches Programm ihn verwenden wird: An diesem Namen erkennen Sie ihn wieder.',
    owner: 'Handelt als',
    ownerHint: 'Der Schlüssel öffnet, was dieser Benutzer öffnen darf. Ein Dienstbenutzer bleibt, wenn Personen gehen.',
    ownerYou: '{name} (Sie)',
    ownerOther: '{name} · {username}',
    scopes: 'Was er darf',
    scopesHint:
      'Das steht dann fest, ebenso wie die Grenzen darunter: Für andere erzeugen Sie einen weiteren Schlüssel.',
    scopeChoices: { sso: 'Konten öffnen', introspect: 'Token prüfen' },
    scopeHints: {
      sso: 'Anmeldelinks anfordern. Jeder öffnet ein Konto im Namen dessen, als der der Schlüssel handelt.',
      introspect: 'Fragen, ob ein Token noch gilt, gleich wem es ausgestellt wurde.',
    },
    scopesMissing: 'Kreuzen Sie mindestens eines an.',
    expiry: 'Läuft ab',
    expiryDays: 'Nach {days, number} Tagen',
    expiryNever: 'Nie',
    expiryNeverHint: 'Bis ihn jemand widerruft',
    neverWarning: 'Ein Schlüssel ohne Ende',
    neverWarningWhy: 'Wer ihn in die Hand bekommt, kann ihn verwenden, bis es jemand merkt und ihn widerruft.',
    limits: 'Auf einige Konten oder Adressen begrenzen',
    limitsHint: 'Trennen Sie mehrere durch Kommas, Leerzeichen oder Zeilenumbrüche.',
    accounts: 'Konten',
    accountsHint:
      'Die IDs der Konten, die er als einzige öffnet, soweit der Benutzer sie öffnen darf. Leer: alle diese.',
    accountsUnknown:
      'Es gibt {count, plural, one {kein Konto mit dieser ID} other {keine Konten mit diesen IDs}}: {entries}{more, plural, =0 {} other { und # weitere}}',
    accountsTooMany:
      'Ein Schlüssel nimmt höchstens 100. Für mehr lassen Sie ihn als Dienstbenutzer handeln, der diese Konten öffnen darf.',
    networks: 'Adressen',
    networksHint:
      'Die einzigen, von denen aus er funktioniert: einzelne wie 203.0.113.7, Bereiche wie 10.0.0.0/8 oder 2001:db8::/32. Leer: alle.',
    networksMalformed:
      '{count, plural, one {Das ist weder eine Adresse noch ein Bereich} other {Das sind weder Adressen noch Bereiche}}: {entries}{more, plural, =0 {} other { und # weitere}}',
    networksHostBits:
      'Ein Bereich beginnt mit seiner ersten Adresse, wie 10.0.0.0/8. Das ist hier nicht so: {entries}{more, plural, =0 {} other { und # weitere}}',
    networksTooMany: 'Ein Schlüssel nimmt höchstens 20.',
    sameName: 'Für {owner} gibt es bereits einen aktiven Schlüssel mit dem Namen „{name}“. Noch einen erzeugen?',
    submitAnother: 'Weiteren Schlüssel erzeugen',
    submit: 'Schlüssel erzeugen',
    unknownOutcome:
      'Wir wissen nicht, ob der Schlüssel erzeugt wurde. Sehen Sie in der Liste nach, bevor Sie es erneut versuchen.',
  },

  keyCreated: {
    title: '„{name}“ wurde erstellt',
    gone: 'Das Secret kann nicht noch einmal angezeigt werden. Wenn Sie es nicht kopiert haben, widerrufen Sie den Schlüssel und erzeugen Sie einen neuen.',
    keep: 'Schlüssel behalten',
  },

  secret: {
    title: 'Ihr neuer Schlüssel „{name}“',
    once: 'Bewahren Sie das Geheimnis jetzt auf: Es wird nie wieder angezeigt.',
    forgotten:
      'Das Geheimnis wird nicht mehr angezeigt. Wenn Sie es nicht aufbewahrt haben, widerrufen Sie diesen Schlüssel und erzeugen Sie einen neuen.',
    keyId: 'Schlüssel-ID',
    keyIdField: 'wird als clientId gesendet',
    secret: 'Geheimnis',
    secretField: 'wird als clientSecret gesendet',
    copyEnv: 'Als .env kopieren',
    copyCurl: 'Als curl kopieren',
    environment: 'Umgebungsvariablen',
    request: 'curl-Befehl',
    curlTitle: 'Zum Ausprobieren',
    expires: 'Er läuft am {when} ab.',
    neverExpires: 'Er läuft nicht ab.',
    stored: 'Ich habe das Geheimnis aufbewahrt',
    storeFirst: 'Bewahren Sie das Geheimnis erst auf, dann setzen Sie das Häkchen.',
    done: 'Fertig',
  },

  disableKey: {
    title: '„{name}“ sperren?',
    effect:
      'Programme, die diesen Schlüssel verwenden, stehen sofort still, mit allen Token, die sie erhalten haben. Sie können ihn wieder freigeben.',
    submit: 'Schlüssel sperren',
  },
  enableKey: {
    title: '„{name}“ freigeben?',
    effect: 'Der Schlüssel gilt sofort wieder, ebenso seine Zugriffs- und Refresh-Token, die nicht abgelaufen sind.',
    submit: 'Schlüssel freigeben',
  },
  revokeKey: {
    title: '„{name}“ widerrufen?',
    effect:
      'Programme, die diesen Schlüssel verwenden, stehen sofort still, mit allen Token, die sie erhalten haben. Das lässt sich nicht rückgängig machen.',
    submit: 'Schlüssel widerrufen',
    mistyped: 'Geben Sie den Namen des Schlüssels genau ein: {name}',
  },
  keyUse: {
    inLastDay:
      '{count, plural, =0 {In den letzten 24 Stunden nicht verwendet.} one {# Verwendung dieses Schlüssels in den letzten 24 Stunden.} other {# Verwendungen dieses Schlüssels in den letzten 24 Stunden.}}',
    last: 'Zuletzt verwendet <when></when> von {address}.',
    never: 'Er wurde noch nie verwendet.',
    actsAs: 'Er handelt als {owner}.',
  },
}
