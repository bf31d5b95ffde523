import {commonTexts} from '../../locales/common'
import type {RuleType} from '../../model/rules'
import {typeGlyphs} from '../glyphs'

type GlyphProps = {readonly type: RuleType; readonly tile?: boolean; readonly named?: boolean; readonly off?: boolean}

export function RuleTypeIcon({type, tile = false, named = false, off = false}: GlyphProps) {
  const Shape = typeGlyphs[type]
  const label = commonTexts(`type.${type}.label`)
  const role = named ? ({role: 'img', 'aria-label': label, title: label} as const) : ({'aria-hidden': true} as const)
  return (
    <span class={tile ? 'glyph glyph-tile' : 'glyph'} data-type={type} data-off={off ? '' : undefined} {...role}>
      <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
