import {Check, CircleAlert, TriangleAlert} from 'lucide-preact'
import type {VerdictKind} from '../../../../simulator/verdict'
import {testerWords} from '../../../words'

export type PillKind = VerdictKind | 'matches'
type Tone = 'good' | 'warn' | 'danger' | 'none'

const tones: {readonly [K in PillKind]: Tone} = {
  matches: 'good',
  wins: 'good',
  applies: 'good',
  changed: 'warn',
  hidden: 'warn',
  'not-applied': 'warn',
  'no-match': 'none',
  refused: 'danger',
  faulty: 'warn',
}
const icons = {good: Check, warn: TriangleAlert, danger: CircleAlert, none: null} as const

export function Pill({kind, plain = false}: {readonly kind: PillKind; readonly plain?: boolean}) {
  const tone = tones[kind]
  const Shape = plain ? null : icons[tone]
  return (
    <span class="pill" data-tone={tone}>
      {Shape && <Shape size={14} strokeWidth={2} aria-hidden="true" />}
      {testerWords.kinds[kind]}
    </span>
  )
}
