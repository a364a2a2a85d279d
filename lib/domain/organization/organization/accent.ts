import { contrast, fromHex, fromOklab, type LinearRgb, toHex, toOklab } from '#lib/kernel/color.ts'

/** The accent color as each theme shows it, `#rrggbb`. */
export type AccentShades = Readonly<{ light: string; dark: string }>

/** WCAG 2.2, 1.4.11: the accent draws lines and marks, never text. */
const minContrast = 3

const lightnessStep = 0.005

/** In each theme, the surface that is nearest to an accent: `--tint` and `--warning-surface` in public/latchkey.css. */
const hardestSurfaces = {
  light: fromOklab([0.945, 0.0007, 0.008]),
  dark: fromOklab([0.285, 0.0211, 0.0397]),
} as const

/**
 * The color itself in each theme where it contrasts with every surface by 3 to 1. Otherwise, the nearest shade of the
 * same hue that does: darker in the light theme, lighter in the dark one.
 * @param color `#rrggbb`
 */
export function accentShades(color: string): AccentShades {
  return {
    light: findShade(color, hardestSurfaces.light, -lightnessStep),
    dark: findShade(color, hardestSurfaces.dark, lightnessStep),
  }
}

function findShade(color: string, surface: LinearRgb, step: number): string {
  const [start, a, b] = toOklab(fromHex(color))
  let [lightness, shade] = [start, color]
  // Measured on what is shown: eight bits a channel, clipped to sRGB.
  while (contrast(fromHex(shade), surface) < minContrast && lightness >= 0 && lightness <= 1) {
    lightness += step
    shade = toHex(fromOklab([lightness, a, b]))
  }
  return shade
}

/** The stylesheet that replaces the accent. `--accent-line`: see public/organization.css. */
export function accentStylesheet(color: string): string {
  const { light, dark } = accentShades(color)
  return `:root{--accent:light-dark(${light},${dark});--accent-line:3px}\n`
}
