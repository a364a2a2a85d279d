import type { apiKeys as english } from '#lib/i18n/messages/en/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const apiKeys: Translation<typeof english> = {
  keys: {
    title: 'Clés API',
    why: 'Avec une clé, un programme obtient des jetons d’accès et ouvre des comptes au nom du propriétaire de la clé.',
    reference: 'Référence de l’API',
    add: 'Générer une nouvelle clé',
    caption: 'Clés API en service',
    search: 'Rechercher par nom, identifiant ou propriétaire',
    anyOwner: 'Tous les propriétaires',
    age: 'À surveiller',
    sort: 'Trier par',
    apply: 'Appliquer',
    clear: 'Effacer les filtres',
    pages: 'Pages des clés API',
    nothing: 'Aucune clé correspondante',
    found: '{total, number} sur {all, plural, one {# clé} other {# clés}}',
    stateFilters: {
      current: 'En service',
      active: 'Active',
      disabled: 'Désactivée',
      ended: 'Révoquée ou expirée',
      all: 'Toutes',
    },
    ageFilters: { any: 'Toutes', expiring: 'Expire dans les 30 jours', unused: 'Inutilisée depuis 90 jours' },
    sorts: { newest: 'Les plus récentes', name: 'Nom', 'last-used': 'Dernière utilisation', expires: 'Expiration' },
    columns: {
      key: 'Nom et ID de clé',
      owner: 'Propriétaire',
      created: 'Créée',
      lastUsed: 'Dernière utilisation',
      expires: 'Expire',
      state: 'État',
    },
    by: 'par {name}',
    byCommandLine: 'en ligne de commande',
    from: 'depuis {address}',
    neverUsed: 'Jamais',
    noExpiry: 'Jamais',
    states: {
      active: 'Active',
      disabled: 'Désactivée',
      revoked: 'Révoquée',
      expired: 'Expirée',
      ownerDeactivated: 'Propriétaire désactivé',
    },
    allows: { sso: 'Ouvre des comptes', introspect: 'Vérifie des jetons' },
    only: 'Uniquement {entries}{more, plural, =0 {} one { et # autre} other { et # autres}}',
    onlyFrom: 'Uniquement depuis {entries}{more, plural, =0 {} one { et # autre} other { et # autres}}',
    disable: 'Désactiver',
    enable: 'Réactiver',
    revoke: 'Révoquer',
    none: 'Pas encore de clé API',
    noneHint: 'Générez-en une pour le premier programme qui ouvre des comptes.',
  },

  newKey: {
    title: 'Générer une nouvelle clé',
    name: 'Nom',
    nameHint: 'Le programme qui l’utilisera : c’est à ce nom que vous la reconnaîtrez.',
    owner: 'Propriétaire',
    ownerHint:
      'La clé ouvre ce que son propriétaire peut ouvrir. Un utilisateur de service reste quand les personnes partent.',
    ownerYou: '{name} (vous)',
    ownerOther: '{name} · {username}',
    scopes: 'Ce qu’elle permet',
    scopesHint: 'Fixé dès maintenant, comme les limites ci-dessous : pour les changer, générez une autre clé.',
    scopeChoices: { sso: 'Ouvrir des comptes', introspect: 'Vérifier des jetons' },
    scopeHints: {
      sso: 'Demander des liens de connexion. Chacun ouvre un compte au nom du propriétaire de la clé.',
      introspect: 'Demander si un jeton est encore valable, quel que soit celui à qui il a été émis.',
    },
    scopesMissing: 'Cochez au moins une case.',
    expiry: 'Expire',
    expiryDays: 'Après {days, number} jours',
    expiryNever: 'Jamais',
    expiryNeverHint: 'Jusqu’à ce que quelqu’un la révoque',
    neverWarning: 'Une clé sans fin',
    neverWarningWhy: 'Quiconque s’en empare peut l’utiliser jusqu’à ce que quelqu’un s’en aperçoive et la révoque.',
    limits: 'La limiter à certains comptes ou adresses',
    limitsHint: 'Séparez-en plusieurs par des virgules, des espaces ou des retours à la ligne.',
    accounts: 'Comptes',
    accountsHint: 'Identifiants des seuls comptes qu’elle ouvre, parmi ceux de son propriétaire. Vide : tous ceux-ci.',
    accountsUnknown:
      'Il n’y a aucun compte avec {count, plural, one {cet identifiant} other {ces identifiants}} : {entries}{more, plural, =0 {} one { et # autre} other { et # autres}}',
    accountsTooMany:
      'Une clé en accepte 100 au plus. Au-delà, donnez-la à un utilisateur de service qui peut ouvrir ces comptes.',
    networks: 'Adresses',
    networksHint:
      'Les seules depuis lesquelles elle fonctionne : isolées, comme 203.0.113.7, ou plages, comme 10.0.0.0/8 ou 2001:db8::/32. Vide : toutes.',
    networksMalformed:
      '{count, plural, one {Ce n’est ni une adresse ni une plage} other {Ce ne sont ni des adresses ni des plages}} : {entries}{more, plural, =0 {} one { et # autre} other { et # autres}}',
    networksHostBits:
      'Une plage commence par sa première adresse, comme 10.0.0.0/8. Ce n’est pas le cas ici : {entries}{more, plural, =0 {} one { et # autre} other { et # autres}}',
    networksTooMany: 'Une clé en accepte 20 au plus.',
    sameName: 'Il existe déjà une clé active nommée « {name} » pour {owner}. En générer une autre ?',
    submitAnother: 'Générer une autre clé',
    submit: 'Générer la clé',
    unknownOutcome: 'Nous ne savons pas si la clé a été générée. Consultez la liste avant de réessayer.',
  },

  keyCreated: {
    title: 'La clé « {name} » a été créée',
    gone: 'Son secret ne peut plus être affiché. Si vous ne l’avez pas copié, révoquez cette clé et générez-en une autre.',
    keep: 'Conserver la clé',
  },

  secret: {
    title: 'Votre nouvelle clé « {name} »',
    once: 'Conservez le secret maintenant : il ne s’affichera plus jamais.',
    forgotten: 'Le secret ne s’affiche plus. S’il n’a pas été conservé, révoquez cette clé et générez-en une autre.',
    keyId: 'ID de clé',
    keyIdField: 'envoyé comme clientId',
    secret: 'Secret',
    secretField: 'envoyé comme clientSecret',
    copyEnv: 'Copier en .env',
    copyCurl: 'Copier en curl',
    environment: 'variables d’environnement',
    request: 'commande curl',
    curlTitle: 'Pour l’essayer',
    expires: 'Elle expire le {when}.',
    neverExpires: 'Elle n’expire pas.',
    stored: 'J’ai conservé le secret',
    storeFirst: 'Conservez d’abord le secret, puis cochez cette case.',
    done: 'Terminé',
  },

  disableKey: {
    title: 'Désactiver « {name} » ?',
    effect:
      'Les programmes qui utilisent cette clé s’arrêtent aussitôt, avec tous les jetons qu’ils ont reçus. Vous pouvez la réactiver.',
    submit: 'Désactiver la clé',
  },
  enableKey: {
    title: 'Réactiver « {name} » ?',
    effect:
      'La clé fonctionne de nouveau aussitôt, de même que ses jetons d’accès et d’actualisation qui n’ont pas expiré.',
    submit: 'Réactiver la clé',
  },
  revokeKey: {
    title: 'Révoquer « {name} » ?',
    effect:
      'Les programmes qui utilisent cette clé s’arrêtent aussitôt, avec tous les jetons qu’ils ont reçus. C’est irréversible.',
    submit: 'Révoquer la clé',
    mistyped: 'Saisissez exactement le nom de la clé : {name}',
  },
  keyUse: {
    inLastDay:
      '{count, plural, =0 {Non utilisée au cours des dernières 24 heures.} one {# utilisation de cette clé au cours des dernières 24 heures.} other {# utilisations de cette clé au cours des dernières 24 heures.}}',
    last: 'Dernière utilisation <when></when> depuis {address}.',
    never: 'Elle n’a jamais été utilisée.',
    actsAs: 'Elle agit au nom de {owner}.',
  },
}
