import type { accountImport as english } from '#lib/i18n/messages/en/account-import.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accountImport: Translation<typeof english> = {
  upload: {
    title: 'Importer des comptes',
    sentence:
      'Ajoutez de nombreux comptes à la fois, ou modifiez leur nom, leur langue et région ou leur chemin d’arrivée. Rien n’est écrit avant que vous ayez vu ce qui va se passer.',
    file: 'Fichier CSV',
    fileHint: 'UTF-8, avec des virgules, des points-virgules ou des tabulations ; 5 Mo et 50 000 lignes au plus.',
    check: 'Vérifier le fichier',
    template: 'Télécharger un modèle',
    columnsCaption: 'Les colonnes du fichier',
    columns: { column: 'Colonne', meaning: 'Ce qu’elle contient' },
    meanings: {
      id: 'L’identifiant du compte : lettres, chiffres et . _ -. S’il existe déjà, le compte est modifié, sinon ajouté.',
      name: 'Le nom que l’on voit, 120 caractères au plus.',
      locale: 'Facultative. Langue et région, par exemple en-gb. Une cellule vide les enlève.',
      deepPath: 'Facultative. L’endroit du compte où l’on arrive. Une cellule vide l’enlève.',
    },
    problems: {
      required: 'Choisissez d’abord un fichier.',
      too_large: 'Ce fichier dépasse 5 Mo. Répartissez-le en plusieurs fichiers.',
      spreadsheet: 'C’est un classeur. Dans votre tableur, choisissez « Enregistrer sous », puis « CSV UTF-8 ».',
      not_utf8:
        'Ce fichier n’est pas du texte UTF-8. Dans votre tableur, choisissez « Enregistrer sous », puis « CSV UTF-8 ».',
      quotes: 'Près de la ligne {line}, un guillemet n’est pas fermé, ou se trouve dans une cellule sans guillemets.',
      column_missing: 'La première ligne doit nommer les colonnes, dont « id » et « name ».',
      column_repeated: 'Une colonne est nommée deux fois dans la première ligne.',
      no_rows: 'Ce fichier ne contient aucun compte.',
      too_many_rows: 'Ce fichier a plus de 50 000 lignes. Répartissez-le en plusieurs fichiers.',
    },
  },
  review: {
    title: 'Importer {fileName}',
    created: 'Nouveaux',
    updated: 'Modifiés',
    unchanged: 'Inchangés',
    bad: 'Non importables',
    sentence: 'Voici ce qui va se passer. Rien n’est encore écrit.',
    unusedColumns:
      '{count, plural, one {Cette colonne n’est pas lue : {names}} other {Ces colonnes ne sont pas lues : {names}}}',
    badTitle:
      '{count, plural, one {Une ligne ne peut pas être importée} other {# lignes ne peuvent pas être importées}}',
    badSentence: 'Corrigez-les dans votre fichier et choisissez-le à nouveau, ou importez les autres sans elles.',
    badCaption: 'Lignes qui ne peuvent pas être importées',
    line: 'Ligne {line, number}',
    badColumns: { line: 'Ligne', id: 'Identifiant du compte', problem: 'Ce qui ne va pas' },
    moreBad: 'et {count, plural, one {une autre} other {# autres}}',
    downloadBad: 'Télécharger les lignes refusées',
    changesTitle: '{count, plural, one {Un compte change} other {# comptes changent}}',
    changesSentence: 'Les valeurs actuelles et celles de votre fichier.',
    changesCaption: 'Comptes modifiés, avant et après',
    changesColumns: { field: 'Champ', before: 'Avant', after: 'Après' },
    emptyValue: 'Vide',
    confirm: '{count, plural, one {Importer un compte} other {Importer # comptes}}',
    confirmWithoutBad: '{count, plural, one {Importer la seule bonne ligne} other {Importer les # bonnes lignes}}',
    nothingToDo: 'Tous les comptes de ce fichier sont déjà là, exactement ainsi.',
    another: 'Choisir un autre fichier',
  },
  rowProblems: {
    row: { cells: 'Elle a plus ou moins de cellules que la première ligne.' },
    id: {
      required: 'L’identifiant manque.',
      too_long: 'L’identifiant dépasse 64 caractères.',
      malformed:
        '« {value} » n’est pas un identifiant de compte : utilisez des lettres, des chiffres, des points, des tirets bas et des traits d’union, 64 caractères au plus.',
      repeated: 'La ligne {line, number} porte déjà cet identifiant.',
    },
    name: {
      required: 'Le nom manque.',
      too_long: 'Le nom dépasse 120 caractères.',
      malformed: 'Le nom contient un retour à la ligne ou un autre caractère de commande.',
    },
    locale: {
      malformed: '« {value} » ne convient pas : indiquez la langue et la région en minuscules, par exemple en-gb.',
    },
    deepPath: {
      malformed:
        '« {value} » n’est pas un chemin d’arrivée de ce compte : commencez par /accounts/ suivi de l’identifiant, sans « .. », « // » ni barre oblique codée ; 512 caractères au plus.',
    },
  },
  progress: {
    label: 'Progression de l’import',
    done: '{done, number} lignes sur {total, number}',
    running: 'L’import est en cours. Vous pouvez fermer cette page : ce qui est fait reste fait.',
    stoppedTitle: 'L’import s’est interrompu',
    stopped: '{done, number} lignes sur {total, number} sont importées. Il peut reprendre où il s’est arrêté.',
    goOn: 'Continuer',
    finishedTitle:
      '{count, plural, =0 {Il n’y avait rien à modifier} one {Un compte importé} other {# comptes importés}}',
    skipped: '{count, plural, one {Une ligne a été laissée de côté.} other {# lignes ont été laissées de côté.}}',
    toAccounts: 'Aller aux comptes',
    again: 'Importer un autre fichier',
  },
}
