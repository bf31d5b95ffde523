import {
  Ampersand,
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Ban,
  CornerUpRight,
  PanelTop,
  Timer,
  UserRound,
} from 'lucide-preact'
import {commonTexts} from '../../locales/common'
import type {RuleType} from '../../model/rules'

/** A shape per type, since few can tell nine colours apart. Its colour is --type-<RuleType>. */
const icons: {readonly [T in RuleType]: typeof Ban} = {
  Redirect: CornerUpRight,
  Cancel: Ban,
  Replace: ArrowLeftRight,
  Headers: PanelTop,
  UserAgent: UserRound,
  QueryParam: Ampersand,
  Request: ArrowUpFromLine,
  Response: ArrowDownToLine,
  Delay: Timer,
}

type GlyphProps = {readonly type: RuleType; readonly tile?: boolean; readonly named?: boolean; readonly off?: boolean}

export function RuleTypeIcon({type, tile = false, named = false, off = false}: GlyphProps) {
  const Shape = icons[type]
  const label = commonTexts(`type.${type}.label`)
  const role = named ? ({role: 'img', 'aria-label': label, title: label} as const) : ({'aria-hidden': true} as const)
  return (
    <span class={tile ? 'glyph glyph-tile' : 'glyph'} data-type={type} data-off={off ? '' : undefined} {...role}>
      <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
