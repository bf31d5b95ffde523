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

/** The shape tells the type: nine colours cannot be told apart by everyone. Its colour is the token --type-<RuleType>. */
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
