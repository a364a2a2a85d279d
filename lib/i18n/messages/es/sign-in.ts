import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Iniciar sesión',
  name: 'Dirección de correo o nombre de usuario',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  forgotten: '¿Ha olvidado su contraseña? Un propietario o un admin puede darle un enlace para establecer una nueva.',
  notices: {
    signedOut: 'Ha cerrado la sesión. Las cuentas que abrió desde aquí también se han cerrado.',
    passwordSet: 'Su contraseña está establecida. Inicie sesión con ella ahora.',
    setUp: 'El propietario está creado. Inicie sesión con la contraseña que acaba de elegir.',
  },
  newPasswordHint:
    'Al menos 15 caracteres cualesquiera. Varias palabras seguidas son fáciles de recordar y difíciles de adivinar.',
  setUp: {
    title: 'Crear el primer propietario',
    why: 'Los propietarios gestionan todo: personas, cuentas, direcciones de retorno y claves API.',
    fullName: 'Su nombre',
    email: 'Dirección de correo',
    username: 'Nombre de usuario',
    usernameHint: 'Letras, cifras, puntos, guiones y guiones bajos.',
    newPassword: 'Contraseña',
    submit: 'Crear e iniciar sesión',
    unusableWhy:
      'Ya se ha usado, ha caducado o se ha sustituido. Mientras no haya propietario, cada arranque de Latchkey muestra uno nuevo.',
  },
  setPassword: {
    title: 'Establecer su contraseña',
    why: 'Para {name}. Después tendrá la sesión iniciada aquí y cerrada en todos los demás lugares.',
    username: 'Nombre de usuario',
    newPassword: 'Contraseña nueva',
    submit: 'Establecer la contraseña e iniciar sesión',
  },
}
