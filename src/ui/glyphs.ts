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
import type {RuleType} from '../model/rules'

/** A shape per type, since few can tell nine colours apart. Its colour is --type-<RuleType>. */
export const typeGlyphs: {readonly [T in RuleType]: typeof Ban} = {
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
