/** A secret in groups of four, to be typed. Apps ignore the spaces. */
export function groupSecret(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}
