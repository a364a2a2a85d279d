import type { usersAndAccess as english } from '#lib/i18n/messages/en/users-and-access.ts'
import { apiKeys } from '#lib/i18n/messages/fr/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const usersAndAccess: Translation<typeof english> = {
  title: 'Utilisateurs et accès',
  sentence:
    'Qui peut ouvrir quels comptes, vers où l’on peut revenir, et quels programmes agissent pour ces personnes.',
  sections: 'Sur cette page',
  you: 'vous',
  confirm: {
    title: 'Confirmez votre identité',
    why: 'Saisissez votre mot de passe pour continuer. La dernière saisie remonte à plus de 10 minutes.',
    kept: 'Saisissez votre mot de passe pour continuer. Votre saisie est conservée.',
    password: 'Votre mot de passe',
    submit: 'Continuer',
  },
  actions: 'Actions',
  actionsFor: 'Actions pour {name}',
  chooseAccounts: 'Choisir les comptes',
  doneWithAll: 'Terminé',
  roles: { owner: 'Propriétaire', admin: 'Admin', agent: 'Agent', service: 'Utilisateur de service' },
  roleHints: {
    owner: 'Ouvre tous les comptes et gère tout, y compris les autres propriétaires.',
    admin: 'Ouvre tous les comptes ; gère les agents, utilisateurs de service, comptes, adresses de retour et clés.',
    agent: 'Ouvre des comptes, rien d’autre.',
    service: 'Un programme. Il ne peut pas se connecter ici ; il travaille avec des clés API.',
  },
  gone: {
    title: 'Cela ne peut plus être modifié',
    why: 'L’élément a été supprimé ou modifié entre-temps, ou votre rôle n’y donne pas accès. La liste montre l’état actuel.',
    way: 'Voir la liste',
  },

  users: {
    title: 'Utilisateurs',
    why: 'Les personnes qui se connectent ici, et les utilisateurs de service au nom desquels travaillent des programmes.',
    add: 'Ajouter un utilisateur',
    caption: 'Utilisateurs',
    search: 'Rechercher par nom, nom d’utilisateur ou e-mail',
    found: '{total, plural, one {# utilisateur} other {# utilisateurs}}',
    foundFor:
      '{total, plural, =0 {Aucun utilisateur trouvé} one {# utilisateur trouvé} other {# utilisateurs trouvés}}',
    showAll: 'Afficher tous les utilisateurs',
    nobody: 'Personne ne correspond à « {search} »',
    nobodyHint: 'Essayez une partie du nom, du nom d’utilisateur ou de l’adresse e-mail.',
    pages: 'Pages de la liste des utilisateurs',
    columns: {
      name: 'Nom',
      role: 'Rôle',
      access: 'Peut ouvrir',
      lastSignIn: 'Dernière connexion',
      state: 'État',
    },
    access: {
      all: 'Tous les comptes',
      listed: '{count, plural, =0 {Aucun compte} one {# compte} other {# comptes}}',
    },
    never: 'Jamais',
    doesNotSignIn: 'Ne se connecte pas',
    states: { active: 'Actif', neverSignedIn: 'Jamais connecté', deactivated: 'Désactivé' },
    edit: 'Modifier',
    newLink: 'Nouveau lien de mot de passe',
    deactivate: 'Désactiver',
    reactivate: 'Réactiver',
  },

  addUser: {
    title: 'Ajouter un utilisateur',
    role: 'Rôle',
    name: 'Nom',
    email: 'Adresse e-mail',
    username: 'Nom d’utilisateur',
    usernameHint: 'Pour la connexion et pour les requêtes API. Il ne pourra plus être modifié.',
    access: 'Comptes',
    accessAll: 'Tous les comptes',
    accessAllHint: 'Y compris ceux ajoutés plus tard.',
    accessList: 'Comptes choisis',
    accessListHint: 'Vous les choisissez à l’étape suivante.',
    submit: 'Ajouter l’utilisateur',
    usernameMalformed: 'Uniquement des lettres, chiffres, points, tirets et traits de soulignement.',
    emailMalformed: 'Ce n’est pas une adresse e-mail.',
  },

  editUser: {
    title: 'Modifier {name}',
    listedNow:
      '{count, plural, =0 {Aucun compte pour l’instant.} one {# compte pour l’instant.} other {# comptes pour l’instant.}}',
    submit: 'Enregistrer',
  },

  passwordLink: {
    title: 'Lien de mot de passe pour {name}',
    explain:
      'Crée un lien avec lequel {name} définit un nouveau mot de passe. Il fonctionne une fois, dans les 72 heures ; un lien antérieur cesse de fonctionner. D’ici là, le mot de passe actuel reste valable.',
    explainFirst:
      'Crée un lien avec lequel {name} définit son premier mot de passe. Il fonctionne une fois, dans les 72 heures ; un lien antérieur cesse de fonctionner.',
    submit: 'Créer le lien',
    added: '{name} a été ajouté',
    made: 'Le lien pour {name} est prêt',
    once: 'Copiez ce lien maintenant : il ne s’affiche qu’une fois. Remettez-le à {name} de façon que personne d’autre ne puisse le lire.',
    forgotten: 'Le lien ne s’affiche plus. S’il n’a pas été remis, créez-en un nouveau.',
    link: 'Lien de mot de passe',
    validUntil: 'Il fonctionne une fois, jusqu’au {until}. S’il se perd, créez-en un nouveau.',
  },

  deactivate: {
    title: 'Désactiver {name} ?',
    yourself: 'Il s’agit de vous : vous serez déconnecté aussitôt, et seule une autre personne pourra vous rétablir.',
    person: '{name} est déconnecté partout aussitôt, comptes ouverts compris, et ne peut plus se connecter.',
    service: 'Aucun programme ne peut plus travailler au nom de {name}.',
    noKeys: 'Aucune clé API n’est concernée.',
    keys: '{count, plural, one {# clé API qui agit au nom de {name} cesse de fonctionner.} other {# clés API qui agissent au nom de {name} cessent de fonctionner.}}',
    uses: '{count, plural, =0 {Aucune utilisation au cours des dernières 24 heures.} one {# utilisation au cours des dernières 24 heures.} other {# utilisations au cours des dernières 24 heures.}}',
    keeps: 'Le nom, les comptes et l’activité restent. Vous pouvez réactiver à tout moment.',
    submit: 'Désactiver {name}',
  },

  reactivate: {
    title: 'Réactiver {name} ?',
    person: '{name} peut de nouveau se connecter avec le même mot de passe et ouvrir les mêmes comptes qu’avant.',
    service: 'Des programmes peuvent de nouveau travailler au nom de {name}.',
    keys: 'Les clés API qui n’ont pas été révoquées fonctionnent de nouveau. Les sessions et jetons d’actualisation terminés ne reviennent pas.',
    submit: 'Réactiver {name}',
  },

  accounts: {
    title: 'Comptes de {name}',
    sentence:
      '{name} {listed, plural, =0 {ne peut encore ouvrir aucun compte} one {peut ouvrir # compte} other {peut ouvrir # comptes}}.',
    all: '{name} peut ouvrir tous les comptes ; il n’y a donc rien à choisir.',
    search: 'Rechercher par nom ou identifiant de compte',
    views: 'Comptes affichés',
    viewListed: 'Peut ouvrir ({count, number})',
    viewAll: 'Tous',
    caption: 'Comptes',
    columns: { account: 'Compte', id: 'Identifiant', change: 'Modification' },
    suspended: 'Suspendu',
    submit: 'Enregistrer',
    kept: 'La sélection est conservée pendant la recherche et d’une page à l’autre, jusqu’à l’enregistrement.',
    pending: '{added, number} ajouté(s) · {removed, number} retiré(s)',
    discard: 'Abandonner',
    toAdd: 'À ajouter',
    toRemove: 'À retirer',
    tooMany:
      'Enregistrez {max, number} modifications au plus à la fois. Abandonnez-en une partie et reprenez-la ensuite.',
    leave: {
      title: 'Quitter sans enregistrer ?',
      why: 'Les modifications des comptes de {name} ne sont pas enregistrées : {added, number} ajouté(s), {removed, number} retiré(s).',
      leave: 'Abandonner et quitter',
      stay: 'Continuer la modification',
    },
    saveFirst: 'Enregistrez avant de rechercher ou de changer de page.',
    changed:
      '{added, plural, =0 {Aucun compte ajouté} one {# compte ajouté} other {# comptes ajoutés}}, {removed, plural, =0 {aucun supprimé} one {# supprimé} other {# supprimés}}.',
    nothing: 'Aucun résultat pour « {search} »',
    nothingListed: 'Pas encore de compte',
    nothingListedHint:
      'Parcourez tous les comptes et cochez ceux que {name} peut ouvrir, ou ajoutez-les ci-dessous par leurs identifiants.',
    showAll: 'Afficher tous les comptes',
    next: 'Page suivante',
    first: 'Première page',
    pages: 'Pages de la liste des comptes',
    byIdTitle: 'Ajouter par identifiant',
    byIdWhy:
      'Pour les longues listes : collez des identifiants séparés par des espaces, des virgules ou des retours à la ligne.',
    byId: 'Identifiants de comptes',
    byIdSubmit: 'Ajouter les comptes',
    unknown:
      'Rien n’a été ajouté. Il n’y a aucun compte avec {count, plural, one {cet identifiant} other {ces identifiants}} : {ids}{more, plural, =0 {.} one { et # autre.} other { et # autres.}}',
    malformed: 'Un identifiant se compose de lettres, chiffres, points, tirets et traits de soulignement, 64 au plus.',
  },

  returnAddresses: {
    title: 'Adresses de retour',
    why: 'Les origines vers lesquelles on peut être renvoyé en quittant un compte ; toute autre est refusée.',
    add: 'Ajouter une adresse de retour',
    caption: 'Adresses de retour',
    columns: { origin: 'Origine', created: 'Ajoutée' },
    by: 'par {name}',
    byCommandLine: 'en ligne de commande',
    remove: 'Supprimer',
    removeNamed: 'Supprimer {origin}',
    none: 'Pas encore d’adresse de retour',
    noneHint: 'Tant que vous n’en ajoutez pas, on ne peut revenir qu’à Latchkey lui-même.',
  },

  addAddress: {
    title: 'Ajouter une adresse de retour',
    origin: 'Origine',
    hint: 'Par exemple https://app.example.com, avec le port s’il est inhabituel.',
    submit: 'Ajouter l’adresse',
    malformed:
      'Saisissez une origine seule, par exemple https://app.example.com : sans chemin, nom d’utilisateur ni mot de passe.',
    path: '« {origin} » n’est pas une origine : supprimez tout ce qui suit l’hôte et le port.',
    credentials: '« {origin} » n’est pas une origine : supprimez le nom d’utilisateur et le mot de passe.',
    schemeMissing: '« {origin} » n’est pas une origine : commencez par https://',
    tooLong: 'Utilisez 300 caractères au maximum.',
    insecure: 'Utilisez https. Le simple http n’est accepté que pour cet ordinateur (localhost).',
    taken: 'Cette adresse de retour figure déjà sur la liste.',
  },

  removeAddress: {
    title: 'Supprimer {origin} ?',
    stops:
      'Dès lors, aucun lien n’y ramène : les requêtes qui la nomment sont refusées, de même que les liens délivrés à l’instant.',
    open: 'Les comptes déjà ouverts le restent.',
    submit: 'Supprimer l’adresse',
  },

  ...apiKeys,
}
