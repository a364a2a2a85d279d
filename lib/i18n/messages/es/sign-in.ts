import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Iniciar sesión',
  name: 'Correo electrónico o nombre de usuario',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  forgotten: '¿Ha olvidado su contraseña? Un propietario o un admin puede darle un enlace para establecer otra.',
  notices: {
    signedOut: 'Ha cerrado la sesión. Las cuentas que abrió desde aquí también están cerradas.',
    passwordSet: 'Su contraseña está establecida. Inicie sesión ahora con ella.',
    setUp: 'El propietario se ha creado. Inicie sesión con la contraseña que acaba de elegir.',
  },
  newPasswordHint:
    'Al menos 15 caracteres de cualquier tipo. Unas cuantas palabras seguidas son fáciles de recordar y difíciles de adivinar.',
  setUp: {
    title: 'Crear el primer propietario',
    why: 'Los propietarios gestionan todo: usuarios, cuentas, direcciones de retorno y claves de API.',
    fullName: 'Su nombre',
    email: 'Correo electrónico',
    username: 'Nombre de usuario',
    emailMalformed: 'Escriba un correo electrónico, por ejemplo ada@example.com.',
    usernameHint: 'Letras, cifras, puntos, guiones y guiones bajos.',
    newPassword: 'Contraseña',
    submit: 'Crear e iniciar sesión',
    unusableWhy:
      'Ya se ha usado, ha caducado o se ha sustituido. Mientras no haya ningún propietario, cada arranque de Latchkey muestra uno nuevo.',
  },
  setPassword: {
    title: 'Establecer su contraseña',
    why: 'Para {name}. Después habrá iniciado sesión aquí y la habrá cerrado en todos los demás sitios.',
    username: 'Nombre de usuario',
    newPassword: 'Contraseña nueva',
    submit: 'Establecer e iniciar sesión',
  },
}
