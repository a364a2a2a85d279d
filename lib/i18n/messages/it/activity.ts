import type { activity as english } from '#lib/i18n/messages/en/activity.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const activity: Translation<typeof english> = {
  title: 'Attività',
  why: 'Chi ha fatto che cosa, quando e da dove. Il registro cresce da sé; nessuno può modificarlo.',
  export: 'Scarica come CSV',

  filter: 'Filtro',
  person: 'Persona',
  personHint: 'Nome o e-mail',
  account: 'ID dell’account',
  kind: 'Tipo',
  anyKind: 'Tutto',
  from: 'Dal giorno',
  to: 'Al giorno',
  apply: 'Applica',
  showAll: 'Cancella i filtri',
  unknownPerson: 'Nessun utente corrisponde a “{value}”.',
  severalPersons: 'Più utenti corrispondono a “{value}”. Inserisci un nome utente o un indirizzo e-mail.',
  notADay: 'Inserisci una data valida.',
  unknownKind: 'Il tipo di evento “{value}” non esiste.',
  longAccount: 'Usa al massimo {max} caratteri.',

  caption: 'Eventi registrati, i più recenti per primi',
  columns: { when: 'Quando', what: 'Evento', where: 'Da' },
  pages: 'Pagine dell’attività',
  newer: 'Più recenti',
  older: 'Meno recenti',
  emptyTitle: 'Nessun evento corrispondente',
  emptyWhy: 'Prova con un’altra persona, un altro account, un altro tipo o più giorni.',

  somebody: 'Qualcuno',
  /** The event `user.created` of the first owner. */
  setUp: '<subject></subject> ha configurato Latchkey e ne è diventato proprietario',
  operator: '{name} (gestione)',
  program: '{name} (programma)',
  commandLine: 'Riga di comando',

  groups: {
    user: 'Utenti',
    portal_session: 'Accessi',
    api_key: 'Chiavi API',
    refresh_family: 'Token di aggiornamento',
    signing_key: 'Chiavi di firma',
    account: 'Account',
    return_address: 'Indirizzi di ritorno',
    sso_grant: 'Account aperti',
    account_session: 'Sessioni di account',
    database: 'Database',
  },
  kinds: {
    user: {
      created: 'Utente aggiunto',
      updated: 'Utente modificato',
      deactivated: 'Utente disattivato',
      reactivated: 'Utente riattivato',
      password_link_created: 'Link per la password creato',
      password_set: 'Password impostata tramite link',
      password_changed: 'Password modificata',
    },
    portal_session: { started: 'Accesso effettuato', refused: 'Accesso rifiutato', ended: 'Uscita' },
    api_key: {
      generated: 'Chiave API generata',
      disabled: 'Chiave API disattivata',
      enabled: 'Chiave API riattivata',
      revoked: 'Chiave API revocata',
    },
    refresh_family: { revoked: 'Token di aggiornamento revocato' },
    signing_key: {
      announced: 'Chiave di firma pubblicata',
      rotated: 'Chiave di firma sostituita',
    },
    account: {
      created: 'Account aggiunto',
      updated: 'Account modificato',
      suspended: 'Account sospeso',
      resumed: 'Account ripristinato',
      imported: 'Account importati',
    },
    return_address: { added: 'Indirizzo di ritorno aggiunto', removed: 'Indirizzo di ritorno rimosso' },
    sso_grant: { redeemed: 'Account aperto', obtained: 'Account aperto altrove', refused: 'Apertura rifiutata' },
    account_session: { ended: 'Sessione di account terminata' },
    database: { restored: 'Database ripristinato' },
  },

  sentences: {
    user: {
      created:
        '<actor></actor> ha aggiunto <subject></subject> come {role, select, owner {proprietario} admin {admin} agent {agente} other {utente di servizio}}',
      updated: '<actor></actor> ha modificato <subject></subject>',
      deactivated: '<actor></actor> ha disattivato <subject></subject>',
      reactivated: '<actor></actor> ha riattivato <subject></subject>',
      password_link_created: '<actor></actor> ha creato un link con cui <subject></subject> può impostare una password',
      password_set: '<subject></subject> ha impostato una password tramite un link',
      password_changed: '<subject></subject> ha modificato la password',
    },
    portal_session: {
      started: '<subject></subject> ha effettuato l’accesso',
      refused:
        '{reason, select, beyond_limit {{attempts, plural, one {# altro accesso non riuscito} other {# altri accessi non riusciti}} da {network} in 15 minuti} beyond_limit_elsewhere {{attempts, plural, one {# altro accesso non riuscito} other {# altri accessi non riusciti}} da altre reti in 15 minuti} unknown_name {Qualcuno ha tentato di accedere con un nome che non esiste} service_user {Qualcuno ha tentato di accedere come l’utente di servizio <subject></subject>} deactivated {Accesso negato a <subject></subject>: utente disattivato} no_password {Accesso negato a <subject></subject>: non è ancora impostata una password} wrong_confirmation {<subject></subject> ha dato una password errata quando è stata chiesta di nuovo} other {È stata data una password errata per <subject></subject>}}',
      ended:
        '{reason, select, signed_out {Uscita di <subject></subject>} other {<subject></subject> ha terminato {sessions, plural, =1 {un’altra sessione} other {altre # sessioni}}}}',
    },
    api_key: {
      generated: '<actor></actor> ha generato la chiave API <subject></subject> per {owner}',
      disabled: '<actor></actor> ha disattivato la chiave API <subject></subject> di {owner}',
      enabled: '<actor></actor> ha riattivato la chiave API <subject></subject> di {owner}',
      revoked: '<actor></actor> ha revocato la chiave API <subject></subject> di {owner}',
    },
    refresh_family: {
      revoked:
        '{reason, select, client_asked {Tutti i token derivati da una richiesta con la chiave API <subject></subject> sono stati revocati, perché un programma lo ha chiesto} other {Un vecchio token di aggiornamento della chiave API <subject></subject> è stato presentato di nuovo: tutti quelli che ne derivano sono stati revocati}}',
    },
    signing_key: {
      announced: '<actor></actor> ha pubblicato la chiave di firma <subject></subject>, che firmerà tra un’ora',
      rotated: '<actor></actor> ha messo in uso la chiave di firma <subject></subject>',
    },
    account: {
      created: '<actor></actor> ha aggiunto l’account <subject></subject>',
      updated: '<actor></actor> ha modificato l’account <subject></subject>',
      suspended: '<actor></actor> ha sospeso l’account <subject></subject>',
      resumed: '<actor></actor> ha ripristinato l’account <subject></subject>',
      imported:
        '<actor></actor> ha importato <subject></subject>: {created, plural, =0 {nessun account aggiunto} one {# account aggiunto} other {# account aggiunti}}, {updated, plural, one {# modificato} other {# modificati}}',
    },
    return_address: {
      added: '<actor></actor> ha aggiunto l’indirizzo di ritorno <subject></subject>',
      removed: '<actor></actor> ha rimosso l’indirizzo di ritorno <subject></subject>',
    },
    sso_grant: {
      redeemed:
        '{via, select, launch {<actor></actor> ha aperto l’account <subject></subject>} other {<actor></actor> ha aperto l’account <subject></subject> con una chiave API}}',
      obtained: '<actor></actor> ha raggiunto {platform} per aprire l’account <subject></subject>',
      refused:
        '{reason, select, tampered {È stato rifiutato un link di accesso alterato, destinato a {userName}, all’account <subject></subject>} other {È stato rifiutato un link di accesso destinato a {userName} all’account <subject></subject>: l’accesso era stato revocato}}',
    },
    account_session: { ended: 'La sessione di {userName} nell’account <subject></subject> è stata terminata' },
    database: {
      restored:
        '{via, select, file {<actor></actor> ha ripristinato il database dal backup <subject></subject>} other {<actor></actor> ha ripristinato il database con altri mezzi}}',
    },
  },

  facts: {
    formerName: 'Nome precedente: {value}',
    formerRole:
      'Ruolo precedente: {value, select, owner {proprietario} admin {admin} agent {agente} other {utente di servizio}}',
    role: 'Ruolo: {value, select, owner {proprietario} admin {admin} agent {agente} other {utente di servizio}}',
    listedAccounts: '{value, plural, =0 {Nessun account nell’elenco} other {# account nell’elenco}}',
    addedAccounts: '{value, number} account in più',
    removedAccounts: '{value, number} account in meno',
    failures: '{value, plural, one {# tentativo fallito} other {# tentativi falliti di seguito}}',
    algorithm: 'Algoritmo: {value}',
    keysToEnable:
      '{value, plural, one {# chiave API attende di essere abilitata} many {# chiavi API attendono di essere abilitate} other {# chiavi API attendono di essere abilitate}}',
  },
}
