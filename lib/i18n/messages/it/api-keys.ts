import type { apiKeys as english } from '#lib/i18n/messages/en/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const apiKeys: Translation<typeof english> = {
  keys: {
    title: 'Chiavi API',
    why: 'Con una chiave un programma ottiene token di accesso e apre account per conto del proprietario della chiave.',
    reference: 'Riferimento dell’API',
    add: 'Genera nuova chiave',
    caption: 'Chiavi API in uso',
    search: 'Cerca per nome, ID chiave o proprietario',
    anyOwner: 'Tutti i proprietari',
    age: 'Attenzione',
    sort: 'Ordina per',
    apply: 'Applica',
    clear: 'Cancella filtri',
    pages: 'Pagine delle chiavi API',
    nothing: 'Nessuna chiave corrispondente',
    found: '{total, number} di {all, plural, one {# chiave} other {# chiavi}}',
    stateFilters: {
      current: 'In uso',
      active: 'Attiva',
      disabled: 'Disattivata',
      ended: 'Revocata o scaduta',
      all: 'Tutte',
    },
    ageFilters: { any: 'Tutte', expiring: 'Scade entro 30 giorni', unused: 'Inutilizzata da 90 giorni' },
    sorts: { newest: 'Più recenti', name: 'Nome', 'last-used': 'Ultimo utilizzo', expires: 'Scadenza' },
    columns: {
      key: 'Nome e ID della chiave',
      owner: 'Proprietario',
      created: 'Creata',
      lastUsed: 'Ultimo utilizzo',
      expires: 'Scade',
      state: 'Stato',
    },
    by: 'da {name}',
    byCommandLine: 'dalla riga di comando',
    from: 'da {address}',
    neverUsed: 'Mai',
    noExpiry: 'Mai',
    states: {
      active: 'Attiva',
      disabled: 'Disattivata',
      revoked: 'Revocata',
      expired: 'Scaduta',
      ownerDeactivated: 'Proprietario disattivato',
    },
    allows: { sso: 'Apre account', introspect: 'Verifica token' },
    only: 'Solo {entries}{more, plural, =0 {} one { e un altro} other { e altri #}}',
    onlyFrom: 'Solo da {entries}{more, plural, =0 {} one { e un altro} other { e altri #}}',
    disable: 'Disattiva',
    enable: 'Riattiva',
    revoke: 'Revoca',
    none: 'Ancora nessuna chiave API',
    noneHint: 'Ne generi una per il primo programma che apre account.',
  },

  newKey: {
    title: 'Genera nuova chiave',
    name: 'Nome',
    nameHint: 'Quale programma la userà: da questo nome la riconoscerà.',
    owner: 'Proprietario',
    ownerHint:
      'La chiave apre ciò che può aprire il suo proprietario. Un utente di servizio resta quando le persone se ne vanno.',
    ownerYou: '{name} (Lei)',
    ownerOther: '{name} · {username}',
    scopes: 'Che cosa può fare',
    scopesHint: 'Resta così da ora in poi, come i limiti qui sotto: per cambiarli generi un’altra chiave.',
    scopeChoices: { sso: 'Aprire account', introspect: 'Verificare token' },
    scopeHints: {
      sso: 'Chiedere link di accesso. Ognuno apre un account per conto del proprietario della chiave.',
      introspect: 'Chiedere se un token è ancora valido, a chiunque sia stato emesso.',
    },
    scopesMissing: 'Selezioni almeno una voce.',
    expiry: 'Scade',
    expiryDays: 'Dopo {days, number} giorni',
    expiryNever: 'Mai',
    expiryNeverHint: 'Finché qualcuno non la revoca',
    neverWarning: 'Una chiave senza fine',
    neverWarningWhy: 'Chi ne entra in possesso può usarla finché qualcuno se ne accorge e la revoca.',
    limits: 'Limitarla ad alcuni account o indirizzi',
    limitsHint: 'Se sono più di uno, li separi con virgole, spazi o a capo.',
    accounts: 'Account',
    accountsHint: 'Gli ID dei soli account che apre, tra quelli del suo proprietario. Vuoto: tutti questi.',
    accountsUnknown:
      'Non esiste alcun account con {count, plural, one {questo ID} other {questi ID}}: {entries}{more, plural, =0 {} one { e un altro} other { e altri #}}',
    accountsTooMany:
      'Una chiave ne accetta al massimo 100. Per averne di più, la assegni a un utente di servizio che può aprire quegli account.',
    networks: 'Indirizzi',
    networksHint:
      'I soli da cui funziona: singoli, come 203.0.113.7, o intervalli, come 10.0.0.0/8 o 2001:db8::/32. Vuoto: tutti.',
    networksMalformed:
      '{count, plural, one {Non è né un indirizzo né un intervallo} other {Non sono né indirizzi né intervalli}}: {entries}{more, plural, =0 {} one { e un altro} other { e altri #}}',
    networksHostBits:
      'Un intervallo comincia dal suo primo indirizzo, come 10.0.0.0/8. Qui non è così: {entries}{more, plural, =0 {} one { e un altro} other { e altri #}}',
    networksTooMany: 'Una chiave ne accetta al massimo 20.',
    sameName: 'Esiste già una chiave attiva di nome “{name}” per {owner}. Generarne un’altra?',
    submitAnother: 'Genera un’altra chiave',
    submit: 'Genera chiave',
    unknownOutcome: 'Non sappiamo se la chiave è stata generata. Controlla l’elenco prima di riprovare.',
  },

  keyCreated: {
    title: '“{name}” è stata creata',
    gone: 'Il secret non può essere mostrato di nuovo. Se non è stato copiato, revoca questa chiave e generane un’altra.',
    keep: 'Mantieni la chiave',
  },

  secret: {
    title: 'La Sua nuova chiave «{name}»',
    once: 'Conservi ora il segreto: non verrà mai più mostrato.',
    forgotten:
      'Il segreto non viene più mostrato. Se non è stato conservato, revochi questa chiave e ne generi un’altra.',
    keyId: 'ID della chiave',
    keyIdField: 'inviato come clientId',
    secret: 'Segreto',
    secretField: 'inviato come clientSecret',
    copyEnv: 'Copia come .env',
    copyCurl: 'Copia come curl',
    environment: 'variabili d’ambiente',
    request: 'comando curl',
    curlTitle: 'Per provarla',
    expires: 'Scade il {when}.',
    neverExpires: 'Non scade.',
    stored: 'Ho conservato il segreto',
    storeFirst: 'Conservi prima il segreto, poi spunti questa casella.',
    done: 'Fatto',
  },

  disableKey: {
    title: 'Disattivare «{name}»?',
    effect:
      'I programmi che usano questa chiave si fermano subito, con tutti i token che hanno ricevuto. Può riattivarla.',
    submit: 'Disattiva chiave',
  },
  enableKey: {
    title: 'Riattivare «{name}»?',
    effect: 'La chiave funziona di nuovo subito, e così i suoi token di accesso e di aggiornamento non scaduti.',
    submit: 'Riattiva chiave',
  },
  revokeKey: {
    title: 'Revocare «{name}»?',
    effect:
      'I programmi che usano questa chiave si fermano subito, con tutti i token che hanno ricevuto. Non si può annullare.',
    submit: 'Revoca chiave',
    mistyped: 'Digiti esattamente il nome della chiave: {name}',
  },
  keyUse: {
    inLastDay:
      '{count, plural, =0 {Non usata nelle ultime 24 ore.} one {# utilizzo di questa chiave nelle ultime 24 ore.} other {# utilizzi di questa chiave nelle ultime 24 ore.}}',
    last: 'Ultimo utilizzo <when></when> da {address}.',
    never: 'Non è mai stata usata.',
    actsAs: 'Agisce per conto di {owner}.',
  },
}
