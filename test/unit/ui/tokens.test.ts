import {readFileSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'

const folder = join(import.meta.dirname, '../../../src/ui')
const css = readFileSync(join(folder, 'styles/tokens.css'), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, {light, dark}],
  ),
)
type Theme = 'light' | 'dark'

const colour = (name: string, theme: Theme): string => {
  const token = tokens.get(name)
  if (!token) throw new Error(`no token ${name}`)
  return token[theme]
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Mixes a share of one colour over another, like color-mix. */
const mixed = (over: string, under: string, share: number): string => {
  const part = (at: number) =>
    Math.round(
      Number.parseInt(over.slice(at, at + 2), 16) * share + Number.parseInt(under.slice(at, at + 2), 16) * (1 - share),
    )
  return `#${[1, 3, 5].map(at => part(at).toString(16).padStart(2, '0')).join('')}`
}

const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected']
const types = [...tokens.keys()].filter(name => name.startsWith('type-'))
const tints = ['accent-tint', 'warn-tint', 'danger-tint']
const texts: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['text', [...surfaces, ...tints]],
  ['text-2', [...surfaces, ...tints]],
  ['text-3', surfaces],
  ['accent', [...surfaces, 'accent-tint']],
  ['on-accent', ['accent-fill']],
  ['warn', ['surface', 'canvas', 'raised', 'hover', 'selected', 'warn-tint']],
  ['danger', ['surface', 'canvas', 'raised', 'hover', 'selected', 'danger-tint']],
  ['on-toast', ['toast']],
  ['toast-action', ['toast']],
  ...types.map(name => [name, ['surface', 'canvas', 'raised', 'hover', 'selected']] as const),
]
const controls: readonly (readonly [control: string, grounds: readonly string[]])[] = [
  ['control', ['surface', 'canvas', 'raised', 'hover', 'selected']],
  ['accent-fill', ['surface', 'canvas', 'raised', 'hover', 'selected']],
  // The focus ring, including on tinted backgrounds.
  ['accent', [...surfaces, 'accent-tint', 'warn-tint', 'danger-tint']],
  // The knob of a switch and the tick of a checkbox.
  ['surface', ['control', 'accent-fill']],
  ['on-accent', ['accent-fill']],
  // The focus ring inside a toast.
  ['toast-action', ['toast']],
  // The used part of a meter.
  ['accent-fill', ['sunken']],
  ['warn', ['sunken']],
]

describe.each<Theme>(['light', 'dark'])('the %s theme', theme => {
  it.each(texts.flatMap(([text, grounds]) => grounds.map(ground => [text, ground] as const)))(
    'has readable text: %s on %s',
    (text, ground) => {
      expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(controls.flatMap(([control, grounds]) => grounds.map(ground => [control, ground] as const)))(
    'has enough contrast for controls and icons: %s on %s',
    (control, ground) => {
      expect(contrast(colour(control, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
    },
  )

  it('has a readable current item in the navigation', () => {
    const ground = mixed(colour('text', theme), colour('canvas', theme), 0.07)
    expect(contrast(colour('text', theme), ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour('text-2', theme), ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(types)('has enough contrast for %s on its own tile', type => {
    const ground = mixed(colour(type, theme), colour('surface', theme), 0.11)
    expect(contrast(colour(type, theme), ground)).toBeGreaterThanOrEqual(3)
  })
})

describe('the design tokens', () => {
  it('were found', () => {
    expect(tokens.size).toBe(32)
    expect(types).toHaveLength(9)
  })

  it('are the only place with hex colours', () => {
    const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => /\.(css|tsx?)$/.test(name))
    const holders = files.filter(name => /#[0-9a-f]{3,8}\b/i.test(readFileSync(join(folder, name), 'utf8')))
    expect(holders).toEqual([join('styles', 'tokens.css')])
  })
})
