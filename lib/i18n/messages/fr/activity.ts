import type { activity as english } from '#lib/i18n/messages/en/activity.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const activity: Translation<typeof english> = {
  title: 'Activité',
  why: 'Qui a fait quoi, quand et depuis où. Le journal se remplit de lui-même ; personne ne peut le modifier.',
  export: 'Télécharger en CSV',

  filter: 'Filtre',
  person: 'Personne',
  personHint: 'Nom ou e-mail',
  account: 'Identifiant du compte',
  kind: 'Type',
  anyKind: 'Tout',
  from: 'Du jour',
  to: 'Au jour',
  apply: 'Appliquer',
  showAll: 'Effacer les filtres',
  unknownPerson: 'Aucun utilisateur ne correspond à « {value} ».',
  severalPersons:
    'Plusieurs utilisateurs correspondent à « {value} ». Saisissez un nom d’utilisateur ou une adresse e-mail.',
  notADay: 'Saisissez une date valide.',
  unknownKind: 'Le type d’événement « {value} » n’existe pas.',
  longAccount: '{max} caractères au maximum.',

  caption: 'Événements enregistrés, les plus récents d’abord',
  columns: { when: 'Quand', what: 'Événement', where: 'Depuis' },
  pages: 'Pages de l’activité',
  newer: 'Plus récents',
  older: 'Plus anciens',
  emptyTitle: 'Aucun événement correspondant',
  emptyWhy: 'Essayez une autre personne, un autre compte, un autre type ou davantage de jours.',

  somebody: 'Quelqu’un',
  /** The event `user.created` of the first owner. */
  setUp: '<subject></subject> a configuré Latchkey et en est devenu propriétaire',
  operator: '{name} (exploitation)',
  program: '{name} (programme)',
  commandLine: 'Ligne de commande',

  groups: {
    user: 'Utilisateurs',
    portal_session: 'Connexions',
    api_key: 'Clés API',
    refresh_family: 'Jetons d’actualisation',
    signing_key: 'Clés de signature',
    account: 'Comptes',
    return_address: 'Adresses de retour',
    sso_grant: 'Comptes ouverts',
    account_session: 'Sessions de compte',
    database: 'Base de données',
  },
  kinds: {
    user: {
      created: 'Utilisateur ajouté',
      updated: 'Utilisateur modifié',
      deactivated: 'Utilisateur désactivé',
      reactivated: 'Utilisateur réactivé',
      password_link_created: 'Lien de mot de passe créé',
      password_set: 'Mot de passe défini par lien',
      password_changed: 'Mot de passe modifié',
    },
    portal_session: { started: 'Connexion', refused: 'Connexion refusée', ended: 'Déconnexion' },
    api_key: {
      generated: 'Clé API générée',
      disabled: 'Clé API désactivée',
      enabled: 'Clé API réactivée',
      revoked: 'Clé API révoquée',
    },
    refresh_family: { revoked: 'Jeton d’actualisation révoqué' },
    signing_key: {
      announced: 'Clé de signature publiée',
      rotated: 'Clé de signature remplacée',
    },
    account: {
      created: 'Compte ajouté',
      updated: 'Compte modifié',
      suspended: 'Compte suspendu',
      resumed: 'Compte rétabli',
      imported: 'Comptes importés',
    },
    return_address: { added: 'Adresse de retour ajoutée', removed: 'Adresse de retour supprimée' },
    sso_grant: { redeemed: 'Compte ouvert', obtained: 'Compte ouvert ailleurs', refused: 'Ouverture refusée' },
    account_session: { ended: 'Session de compte terminée' },
    database: { restored: 'Base de données restaurée' },
  },

  sentences: {
    user: {
      created:
        '<actor></actor> a ajouté <subject></subject> en tant que {role, select, owner {propriétaire} admin {admin} agent {agent} other {utilisateur de service}}',
      updated: '<actor></actor> a modifié <subject></subject>',
      deactivated: '<actor></actor> a désactivé <subject></subject>',
      reactivated: '<actor></actor> a réactivé <subject></subject>',
      password_link_created:
        '<actor></actor> a créé un lien permettant à <subject></subject> de définir un mot de passe',
      password_set: '<subject></subject> a défini un mot de passe au moyen d’un lien',
      password_changed: '<subject></subject> a modifié le mot de passe',
    },
    portal_session: {
      started: 'Connexion de <subject></subject>',
      refused:
        '{reason, select, beyond_limit {{attempts, plural, one {# autre échec de connexion} other {# autres échecs de connexion}} depuis {network} en 15 minutes} beyond_limit_elsewhere {{attempts, plural, one {# autre échec de connexion} other {# autres échecs de connexion}} depuis d’autres réseaux en 15 minutes} unknown_name {Quelqu’un a tenté de se connecter avec un nom qui n’existe pas} service_user {Quelqu’un a tenté de se connecter en tant qu’utilisateur de service <subject></subject>} deactivated {Connexion refusée à <subject></subject> : compte utilisateur désactivé} no_password {Connexion refusée à <subject></subject> : aucun mot de passe n’est encore défini} wrong_confirmation {<subject></subject> a donné un mauvais mot de passe lors de la nouvelle demande} other {Un mauvais mot de passe a été donné pour <subject></subject>}}',
      ended:
        '{reason, select, signed_out {Déconnexion de <subject></subject>} other {<subject></subject> a mis fin à {sessions, plural, =1 {une autre session} other {# autres sessions}}}}',
    },
    api_key: {
      generated: '<actor></actor> a généré la clé API <subject></subject> pour {owner}',
      disabled: '<actor></actor> a désactivé la clé API <subject></subject> de {owner}',
      enabled: '<actor></actor> a réactivé la clé API <subject></subject> de {owner}',
      revoked: '<actor></actor> a révoqué la clé API <subject></subject> de {owner}',
    },
    refresh_family: {
      revoked:
        '{reason, select, client_asked {Tous les jetons issus d’une demande avec la clé API <subject></subject> ont été révoqués, car un programme l’a demandé} other {Un ancien jeton d’actualisation de la clé API <subject></subject> a été présenté à nouveau : tous ceux qui en sont issus ont été révoqués}}',
    },
    signing_key: {
      announced: '<actor></actor> a publié la clé de signature <subject></subject>, qui doit signer dans une heure',
      rotated: '<actor></actor> a mis en service la clé de signature <subject></subject>',
    },
    account: {
      created: '<actor></actor> a ajouté le compte <subject></subject>',
      updated: '<actor></actor> a modifié le compte <subject></subject>',
      suspended: '<actor></actor> a suspendu le compte <subject></subject>',
      resumed: '<actor></actor> a rétabli le compte <subject></subject>',
      imported:
        '<actor></actor> a importé <subject></subject> : {created, plural, =0 {aucun compte ajouté} one {# compte ajouté} other {# comptes ajoutés}}, {updated, plural, one {# modifié} other {# modifiés}}',
    },
    return_address: {
      added: '<actor></actor> a ajouté l’adresse de retour <subject></subject>',
      removed: '<actor></actor> a supprimé l’adresse de retour <subject></subject>',
    },
    sso_grant: {
      redeemed:
        '{via, select, launch {<actor></actor> a ouvert le compte <subject></subject>} other {<actor></actor> a ouvert le compte <subject></subject> avec une clé API}}',
      obtained: '<actor></actor> a rejoint {platform} pour ouvrir le compte <subject></subject>',
      refused:
        '{reason, select, tampered {Un lien d’ouverture modifié, destiné à {userName}, vers le compte <subject></subject> a été refusé} other {Un lien d’ouverture destiné à {userName} vers le compte <subject></subject> a été refusé : l’accès avait été retiré}}',
    },
    account_session: { ended: 'La session de {userName} dans le compte <subject></subject> a pris fin' },
    database: {
      restored:
        '{via, select, file {<actor></actor> a restauré la base de données à partir de la sauvegarde <subject></subject>} other {<actor></actor> a restauré la base de données par d’autres moyens}}',
    },
  },

  facts: {
    formerName: 'Ancien nom : {value}',
    formerRole:
      'Ancien rôle : {value, select, owner {propriétaire} admin {admin} agent {agent} other {utilisateur de service}}',
    role: 'Rôle : {value, select, owner {propriétaire} admin {admin} agent {agent} other {utilisateur de service}}',
    listedAccounts:
      '{value, plural, =0 {Aucun compte dans la liste} one {# compte dans la liste} other {# comptes dans la liste}}',
    addedAccounts: '{value, plural, one {# compte de plus} other {# comptes de plus}}',
    removedAccounts: '{value, plural, one {# compte de moins} other {# comptes de moins}}',
    failures: '{value, plural, one {# échec} other {# échecs}} de suite',
    algorithm: 'Algorithme : {value}',
    keysToEnable:
      '{value, plural, one {# clé API attend d’être réactivée} many {# clés API attendent d’être réactivées} other {# clés API attendent d’être réactivées}}',
  },
}
